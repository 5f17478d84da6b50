# What becomes of frames that overlap at r. A gain is a ratio to the noise. a is
# 1500 m away and b 750 m: what a sends at 0 is heard in [1, 2), what b sends at
# 1 in [1.5, 2.5).

at the threshold the first frame survives
radios r=0 a=1500 b=-750
gain a r 404
gain b r 100
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r receives a             # 404 / (1 + 100) = 4, and 4 is enough
2.5s r misses b: collision

just below the threshold it does not
radios r=0 a=1500 b=-750
gain a r 403.999
gain b r 100
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r loses a: collision     # 403.999 / 101 < 4
2.5s r misses b: collision

two that do no harm each spoil it together
radios r=0 a=1500 b=-750 c=0,750
gain b r 15
gain c r 15
a sends 1000 at 0s
b sends 500 at 1s
c sends 500 at 1.25s
only r
----
# [1, 2): 100 / (1 + 15) = 6.25 is enough, from 1.75 on 100 / (1 + 15 + 15) is not
2s r loses a: collision
2s r misses b: collision    # [1.5, 2)
2.25s r misses c: collision # [1.75, 2.25)

one after the other they do no harm
radios r=0 a=1500 b=-750 c=0,750
gain b r 15
gain c r 15
a sends 1000 at 0s
b sends 250 at 1s
c sends 500 at 1.25s
only r
----
1.75s r misses b: collision # [1.5, 1.75)
2s r receives a
2.25s r misses c: collision # [1.75, 2.25)

a frame that begins during another must exceed the ratio to acquire
radios r=0 a=1500 b=-750
gain b r 404
r sends 300 at 0.9s         # [0.9, 1.2), so that it misses a
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
0.9s r sends 0.3s
2s r misses a: half-duplex
2.5s r misses b: collision  # 404 / (1 + 100) = 4 does not exceed 4

and does so a little above
radios r=0 a=1500 b=-750
gain b r 404.001
r sends 300 at 0.9s
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
0.9s r sends 0.3s
2s r misses a: half-duplex
2.5s r receives b

a frame must exceed the ratio to acquire by itself
radios r=0 a=1500 b=-750
gain a r 4
gain b r 4.001
a sends 400 at 0s
b sends 500 at 1s
only r
----
1.4s r misses a: below-threshold  # 4 / 1 does not exceed 4
2s r receives b

below full power
radios r=0 a=1500 b=-750
gain a r 399
gain b r 401
a sends 400 cut 20 at 0s
b sends 500 cut 20 at 1s
only r
----
# 20 dB are a factor of 100: 3.99 and 4.01
1.4s r misses a: below-threshold
2s r receives b

a sensitivity is enough when it is met
modem sensitivity=50
radios r=0 a=1500 b=-750
gain a r 49.999
gain b r 50
a sends 400 at 0s
b sends 500 at 1s
only r
----
1.4s r misses a: below-threshold
2s r receives b

first lock: a stronger frame comes too late
radios r=0 a=1500 b=-750
gain b r 100000
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r loses a: collision     # 100 / (1 + 100000)
2.5s r misses b: collision

message in message: it does not
modem capture=message-in-message
radios r=0 a=1500 b=-750
gain b r 100000
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r loses a: collision
2.5s r receives b

message in message: it must exceed the ratio to recapture
modem capture=message-in-message
radios r=0 a=1500 b=-750
gain b r 808
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
# 808 / (1 + 100) = 8 does not exceed 8, and a has 100 / (1 + 808) from then on
2s r loses a: collision
2.5s r misses b: collision

message in message: and does so a little above
modem capture=message-in-message
radios r=0 a=1500 b=-750
gain b r 808.001
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r loses a: collision
2.5s r receives b

message in message: twice
modem capture=message-in-message
radios r=0 a=1500 b=-750 c=0,750
gain b r 900
gain c r 10000
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 2.5): 900 / (1 + 100) = 8.9
c sends 1000 at 1.25s       # [1.75, 2.75): 10000 / (1 + 100 + 900) = 9.99
only r
----
2s r loses a: collision
2.5s r loses b: collision
2.75s r receives c

message in message: a later frame spoils the second
modem capture=message-in-message
radios r=0 a=1500 b=-750 c=0,750
gain b r 900
gain c r 4000
a sends 1000 at 0s
b sends 1000 at 1s
c sends 1000 at 1.25s
only r
----
2s r loses a: collision
2.5s r loses b: collision   # 900 / (1 + 100 + 4000)
2.75s r misses c: collision # 4000 / (1 + 100 + 900) = 3.996

capture off: strength does not help
modem capture=off
radios r=0 a=1500 b=-750
gain a r 100000
gain b r 5
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
# 100000 / (1 + 5) would do, but b can be heard alone: 5 > 4
2s r loses a: collision
2.5s r misses b: collision

capture off: neither does the strength of the second
modem capture=off
radios r=0 a=1500 b=-750
gain b r 100000
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r loses a: collision
2.5s r misses b: collision

capture off: what cannot be heard alone does no harm
modem capture=off
radios r=0 a=1500 b=-750
gain b r 4
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r receives a             # 100 / (1 + 4) = 20
2.5s r misses b: below-threshold

capture off: unless there is too much of it
modem capture=off
radios r=0 a=1500 b=-750 c=0,750
gain a r 20
gain b r 4
gain c r 4
a sends 1000 at 0s          # 20 / (1 + 4) = 4, 20 / (1 + 4 + 4) = 2.2
b sends 1000 at 1s
c sends 1000 at 1.25s
only r
----
2s r loses a: collision
2.5s r misses b: below-threshold
2.75s r misses c: below-threshold

capture off: a chain
modem capture=off
radios r=0 a=1500 b=-750 c=0,750 d=0,-750
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 2.5) overlaps a
c sends 1000 at 1.75s       # [2.25, 3.25) overlaps b only
d sends 1000 at 2.75s       # [3.25, 4.25) overlaps none
only r
----
2s r loses a: collision
2.5s r misses b: collision
3.25s r misses c: collision
4.25s r receives d

first lock: a chain whose last frame is strong
radios r=0 a=1500 b=-750 c=0,750
gain c r 1000
a sends 1000 at 0s
b sends 1000 at 1s
c sends 1000 at 1.75s
only r
----
2s r loses a: collision
2.5s r misses b: collision
3.25s r receives c          # 1000 / (1 + 100), a being over

capture off: a frame that was missed counts too
modem capture=off
radios r=0 a=1500 b=-750
r sends 300 at 0.9s         # [0.9, 1.2)
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 2.5)
only r
----
0.9s r sends 0.3s
2s r misses a: half-duplex
2.5s r misses b: collision

capture off: equal frames that touch
modem capture=off
radios r=0 a=1500 b=-1500
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [2, 3)
only r
----
2s r receives a
3s r receives b
