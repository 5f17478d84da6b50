# The carrier is busy while the radio sends, and while all that it hears together
# exceeds 4 times the noise.

two that are not sensed alone are sensed together
radios r=0 a=1500 b=-750
gain a r 3
gain b r 3
watch carrier
only r
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 2.5)
----
1.5s r busy                 # 3 + 3 > 4
2s r misses a: below-threshold
2s r idle
2.5s r misses b: below-threshold

the level must be exceeded
radios r=0 a=1500 b=-750
gain a r 2
gain b r 2
watch carrier
only r
a sends 1000 at 0s
b sends 1000 at 1s
----
2s r misses a: below-threshold
2.5s r misses b: below-threshold

a sensitivity above the level takes its place
modem noise=1 sense=4 sensitivity=50 acquire=1
radios r=0 a=1500 b=-750
gain a r 50
gain b r 50.001
watch carrier
only r
a sends 500 at 0s           # [1, 1.5)
b sends 500 at 1s           # [1.5, 2)
----
# What just meets the sensitivity is received, but not sensed: it does not exceed it.
1.5s r receives a
1.5s r busy
2s r receives b
2s r idle

without noise a sensitivity decides alone
modem noise=0 sense=0 sensitivity=0.0019 acquire=1
radios r=0 a=1500 b=-750
gain a r 0.00189
gain b r 0.00191
watch carrier
only r
a sends 500 at 0s           # [1, 1.5)
b sends 500 at 1s           # [1.5, 2)
----
1.5s r misses a: below-threshold
1.5s r busy
2s r receives b
2s r idle

without noise and sensitivity everything is heard
modem noise=0
radios r=0 a=1500 b=-750
gain a r 1e-30
watch carrier
only r
a sends 500 at 0s           # [1, 1.5)
----
1s r busy
1.5s r receives a
1.5s r idle

but nothing is not
modem noise=0
radios r=0 a=1500 b=-750
gain a r 0
watch carrier
only r
a sends 500 at 0s           # [1, 1.5)
----
1.5s r misses a: below-threshold

without noise the ratio of two frames decides
modem noise=0
radios r=0 a=1500 b=-750
gain a r 4e-9
gain b r 1e-9
a sends 1000 at 0s
b sends 1000 at 1s
only r
----
2s r receives a             # 4e-9 / 1e-9 = 4
2.5s r misses b: collision

between frames that touch the carrier is idle for no time
radios a=0 r=1500 b=3000
watch carrier
only r
a sends 1000 at 0s
b sends 1000 at 1s
----
1s r busy
2s r receives a
2s r idle
2s r busy
3s r receives b
3s r idle
