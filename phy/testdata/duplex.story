# Turning around, stopping, and hearing while sending.

deaf until it has turned around
modem turnaround=0.5
radios a=0 r=1500
a sends 1000 at 0s
r sends 500 at 0s           # [0, 0.5), deaf before 1
only r
----
0s r sends 0.5s
2s r receives a             # [1, 2)

a nanosecond too long
modem turnaround=0.5
radios a=0 r=1500
a sends 1000 at 0s
r sends 500 at 0.000000001s # deaf before 1.000000001
only r
----
0.000000001s r sends 0.5s
2s r misses a: turnaround

turning around does not keep a radio from sending
modem turnaround=0.5
radios a=0 r=1500
a sends 500 at 0s
a sends 500 at 0.5s
only r
----
1.5s r receives a
2s r receives a

at the start nobody has to turn around
modem turnaround=60
water 0
radios a=0 r=1500
a sends 1000 at 0s
----
0s a sends 1s
1s r receives a

an abort is heard one delay later
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
a aborts at 0.4s
----
0s a sends 1s
0s a busy
0.4s a aborts after 0.4s
0.4s a idle
0.4s a done
1s b busy
1.4s b loses a: aborted     # 0.4 + 1
1.4s b idle

an abort while part of the water has heard the end of nothing yet
radios a=0 b=150 c=1500 d=3000
a sends 2000 at 0s
a aborts at 1.5s
----
0s a sends 2s
1.5s a aborts after 1.5s
# b has been hearing it since 0.1, c since 1, and d begins to at 2
1.6s b loses a: aborted
2.5s c loses a: aborted
3.5s d loses a: aborted

an abort at the instant of the start
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
a aborts at 0s
----
# A transmission lasts a nanosecond at least.
0s a sends 1s
0s a busy
0s a aborts after 0.000000001s
0.000000001s a idle
0.000000001s a done
1s b busy
1.000000001s b loses a: aborted
1.000000001s b idle

an abort of nothing
radios a=0 b=1500
a aborts at 0s
a sends 1000 at 1s
a aborts at 2s              # it is over
a aborts at 3s
----
1s a sends 1s
3s b receives a

the second abort of a transmission
radios a=0 b=1500
a sends 1000 at 0s
a aborts at 0s
a aborts at 0s
a sends 500 at 0.000000001s # the earliest possible
----
0s a sends 1s
0s a aborts after 0.000000001s
0.000000001s a sends 0.5s
1.000000001s b loses a: aborted
1.500000001s b receives a

what was aborted is free for the next
radios a=0 b=1500
a sends 1000 at 0s
a aborts at 0.4s
a sends 1000 at 0.4s
----
0s a sends 1s
0.4s a aborts after 0.4s
0.4s a sends 1s
1.4s b loses a: aborted     # [1, 1.4)
2.4s b receives a           # [1.4, 2.4)

an aborted frame still spoils what it overlapped
radios r=0 a=1500 b=-750
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 1.6)
b aborts at 1.1s
only r
----
1.6s r misses b: collision
2s r loses a: collision

an aborted frame leaves the rest alone
radios r=0 a=1500 b=-750
b sends 1000 at 0s          # [0.5, 1)
b aborts at 0.5s
a sends 1000 at 0s          # [1, 2)
only r
----
1s r loses b: aborted
2s r receives a

an abort by the receiver of its own transmission
radios a=0 r=1500
a sends 1000 at 0s          # [1, 2)
r sends 1000 at 0.5s        # [0.5, 1)
r aborts at 1s
only r
----
0.5s r sends 1s
1s r aborts after 0.5s
2s r receives a             # [1, 2) begins as r's own [0.5, 1) ends

full duplex: both hear each other while they send
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s
b sends 1000 at 0.5s
----
0s a sends 1s
0.5s b sends 1s
1s b collision              # a's front, while b sends [0.5, 1.5)
2s b receives a             # its own transmission does no harm
2.5s a receives b           # [1.5, 2.5), after a's own [0, 1)

full duplex: both stop when they hear the other
modem full-duplex
radios a=0 b=1500
a sends 3000 at 0s
b sends 1000 at 0.5s
a aborts on collision
b aborts on collision
----
0s a sends 3s
0.5s b sends 1s
1s b collision
1s b aborts after 0.5s
1.5s a collision            # b's front, 0.5 + 1
1.5s a aborts after 1.5s
2s a loses b: aborted       # [1.5, 2)
2.5s b loses a: aborted     # [1, 2.5)

full duplex: one who begins in the middle of a frame knows at once
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 1.5s
----
0s a sends 1s
1.5s b sends 0.1s
1.5s b collision
2s b receives a
2.6s a receives b

full duplex: what is too weak to be heard is no collision
modem full-duplex
radios a=0 b=1500
gain a b 4
a sends 1000 at 0s
b sends 100 at 0.95s
only b
----
0.95s b sends 0.1s
2s b misses a: below-threshold

full duplex: turning around does not matter
modem full-duplex turnaround=10
radios a=0 b=1500
a sends 1000 at 0s
b sends 100 at 0.5s
only b
----
0.5s b sends 0.1s
2s b receives a

full duplex: two collisions in one transmission
modem full-duplex
radios r=0 a=1500 b=-750
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1.5, 2.5)
r sends 2000 at 0s
only r
----
0s r sends 2s
1s r collision
1.5s r collision
2s r loses a: collision
2.5s r misses b: collision

full duplex: two who begin at the same instant on a wire
water 0
modem full-duplex
radios a=0 b=1 c=2
a sends 1000 at 0s
b sends 1000 at 0s
a aborts on collision
b aborts on collision
----
0s a sends 1s
0s a collision
0s a aborts after 0.000000001s
0s b sends 1s
0s b collision
0s b aborts after 0.000000001s
0.000000001s a loses b: aborted
0.000000001s b loses a: aborted
# a's front was first to reach the other, so b was first to stop.
0.000000001s c misses b: collision
0.000000001s c loses a: collision

full duplex: one who comes later on a wire
water 0
modem full-duplex
radios a=0 b=1 c=2
a sends 1000 at 0s
b sends 1000 at 0.25s
a aborts on collision
b aborts on collision
----
0s a sends 1s
0.25s a collision           # [0.25, 0.250000001)
0.25s a aborts after 0.25s
0.25s b sends 1s
0.25s b collision
0.25s b aborts after 0.000000001s
0.25s b loses a: aborted    # [0, 0.25)
0.25s c loses a: aborted
# a and c were hearing each other and a, respectively, when b's front came.
0.250000001s a loses b: aborted
0.250000001s c misses b: collision
