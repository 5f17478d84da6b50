# Protocols that act on what they hear, at the instant at which they hear it.

an answer
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
b sends 500 on receive
only b
----
1s b busy
2s b receives a
# The carrier stays busy: the answer begins as the frame ends.
2s b sends 0.5s
2.5s b idle
2.5s b done

an answer is heard
radios a=0 b=1500
a sends 1000 at 0s
b sends 500 on receive
a sends 100 on receive
----
0s a sends 1s
2s b receives a
2s b sends 0.5s
3.5s a receives b           # 2 + 1 + 0.5
3.5s a sends 0.1s
4.6s b receives a

the next frame at the end of the last
radios a=0 b=1500
a sends 1000 at 0s
a sends 500 on done
----
0s a sends 1s
1s a sends 0.5s
2s b receives a             # [1, 2)
2.5s b receives a           # [2, 2.5)

a frame as soon as the carrier is idle
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
b sends 500 on idle
only b
----
1s b busy
2s b receives a
2s b idle
2s b sends 0.5s
2s b busy
2.5s b idle
2.5s b done

a frame as soon as the own carrier is idle
radios a=0 b=1500
watch carrier
a sends 1000 at 0s
a sends 500 on idle
only a
----
0s a sends 1s
0s a busy
1s a idle
1s a sends 0.5s
1s a busy
# It hears that the first is done when the second has begun.
1s a done
1.5s a idle
1.5s a done

a frame as soon as the carrier is busy
radios a=0 b=1500
a sends 1000 at 0s
b sends 500 on busy
----
0s a sends 1s
1s b sends 0.5s
2s b loses a: half-duplex
2.5s a receives b           # [2, 2.5)

full duplex: a frame as soon as the carrier is busy
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s
b sends 500 on busy
----
0s a sends 1s
1s b sends 0.5s
1s b collision              # once
2s b receives a
2.5s a receives b

a frame on a collision is refused
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s
b sends 1000 at 0.5s
b sends 500 on collision
only b
----
0.5s b sends 1s
1s b collision
1s b is refused
2s b receives a

an abort as soon as the own carrier is busy
radios a=0 b=1500
a sends 1000 at 0s
a aborts on busy
----
0s a sends 1s
0s a aborts after 0.000000001s
1.000000001s b loses a: aborted

an abort when it is done
radios a=0 b=1500
a sends 1000 at 0s
a aborts on done
----
0s a sends 1s
2s b receives a

an abort on a reception
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s
b sends 1000 at 1.5s
b aborts on receive
----
0s a sends 1s
1.5s b sends 1s
1.5s b collision
2s b receives a
2s b aborts after 0.5s
3s a loses b: aborted       # [2.5, 3)

an abort at the instant at which it ends anyway
modem full-duplex
radios a=0 b=1500
a sends 1000 at 0s          # [1, 2)
b sends 1000 at 1s          # [1, 2) too
b aborts on receive
----
0s a sends 1s
1s b sends 1s
1s b collision
2s b receives a
3s a receives b

a frame on the end of an abort
radios a=0 b=1500
a sends 1000 at 0s
a aborts at 0.5s
a sends 250 on done
----
0s a sends 1s
0.5s a aborts after 0.5s
0.5s a sends 0.25s
1.5s b loses a: aborted     # [1, 1.5)
1.75s b receives a          # [1.5, 1.75)

full duplex: an answer at the instant at which another frame ends
modem full-duplex
radios b=0 a=1500 c=-1500
gain a b 1000
a sends 1000 at 0s          # [1, 2)
c sends 500 at 0.5s         # [1.5, 2)
b sends 100 on receive
only b
----
2s b receives a             # 1000 / (1 + 100)
# c's frame is over as well, so the answer collides with nothing.
2s b sends 0.1s
2s b misses c: collision

an answer on a wire
water 0
radios a=0 b=1 c=2
a sends 1000 at 0s
b sends 500 on receive
c sends 500 on done
----
0s a sends 1s
1s b receives a
1s b sends 0.5s
1s c receives a
1.5s a receives b
1.5s c receives b

the next frame at the end of the last on a wire
water 0
radios a=0 b=1
a sends 1000 at 0s
a sends 500 on done
----
0s a sends 1s
1s a sends 0.5s
1s b receives a
1.5s b receives a

a frame at the instant at which another ends, and before it is received
# At 2.5 both end at r; c was sent first, so its end comes first. Carrier: 1000 + 201
# exceeds 1200, 1000 does not.
modem sense=1200
radios r=0 a=1500 c=-3000
gain a r 1000
gain c r 201
c sends 500 at 0s           # [2, 2.5)
a sends 1000 at 0.5s        # [1.5, 2.5)
r sends 100 on idle
only r
watch carrier
----
2s r busy
2.5s r misses c: collision
2.5s r idle
2.5s r sends 0.1s
2.5s r busy
# 1000 / (1 + 201) = 4.95, and r's own frame does not overlap a's.
2.5s r receives a
2.6s r idle
2.6s r done

asleep at the instant at which a frame ends, and before it is received
# As above.
modem sense=1200
radios r=0 a=1500 c=-3000
gain a r 1000
gain c r 201
c sends 500 at 0s
a sends 1000 at 0.5s
r sleeps on idle
only r
----
2.5s r misses c: collision
2.5s r receives a

ends at one instant are in the order of sending
radios r=0 a=1500 c=-1500
gain a r 1000
gain c r 201
a sends 1000 at 0s          # [1, 2)
c sends 500 at 0.5s         # [1.5, 2)
only r
----
2s r receives a
2s r misses c: collision

ends at one instant, and a bystander
# d hears the end of a before r does, which changes nothing at r.
radios r=0 a=1500 c=-1500 d=1500,900
gain a r 1000
gain c r 201
a sends 1000 at 0s
c sends 500 at 0.5s
only r
----
2s r receives a
2s r misses c: collision
