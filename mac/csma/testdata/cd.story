# CSMA/CD. 1500 m are 1 s, 1000 bit are 1 s.

a station waits for the end of what it hears
protocol csma-cd gap=0 jam=0
stations a=0 b=1500 c=3000
a sends 1000 to c at 0s         # passes b in [1, 2), c in [2, 3)
b sends 1000 to c at 1.5s
----
0s a sends p1
2s b sends p2
3s c gets p1
4s c gets p2                    # [3, 4)

and for the gap after it
protocol csma-cd gap=200 jam=0  # 0.2 s
stations a=0 b=1500
a sends 1000 to b at 0s         # passes b in [1, 2)
b sends 1000 to a at 2.1s
----
0s a sends p1
2s b gets p1
2.2s b sends p2
4.2s a gets p2

the gap also parts the frames of one station
protocol csma-cd gap=200 jam=0
stations a=0 b=1500
a sends 1000 to b at 0s
a sends 1000 to b at 0.5s
b sends 1000 to a at 5s         # it has been quiet for long
----
0s a sends p1
1.2s a sends p2
2s b gets p1
3.2s b gets p2
5s b sends p3
7s a gets p3

two begin at one instant on a cable without delay
water 0
protocol csma-cd gap=0 jam=100  # 0.1 s, and so is the slot
stations a=0 b=1 c=2
a draws 0 of 2
b draws 1 of 2
a sends 1000 to c at 1s
b sends 1000 to c at 1s
----
1s a sends p1
1s b sends p2
1.1s a stops p1 after 0.1s
1.1s a will try p1 again
1.1s a sends p1                 # 0 slots later
1.1s b stops p2 after 0.1s
1.1s b will try p2 again
1.1s c loses p2: collision      # a was the first to be heard, b to stop
1.1s c loses p1: collision
# b looks at 1.2, hears a, and waits.
2.1s b sends p2
2.1s c gets p1
3.1s c gets p2

whoever begins at one instant collides, in whatever order they are asked
water 0
protocol csma-cd gap=0 jam=100
stations a=0 b=1 c=2
a draws 0 of 2
b draws 1 of 2
a sends 1000 to c at 1s
b sends 1000 to c at 1s late    # a is on the cable, since this very instant
tell ends
----
2.1s c gets p1
3.1s c gets p2
a has sent 2 times and dropped 0
b has sent 2 times and dropped 0

after another collision from twice as many slots
water 0
protocol csma-cd gap=0 jam=100
stations a=0 b=1 c=2
a draws 0 of 2, 3 of 4
b draws 0 of 2, 1 of 4
a sends 1000 to c at 1s
b sends 1000 to c at 1s
----
1s a sends p1
1s b sends p2
1.1s a stops p1 after 0.1s
1.1s a will try p1 again
1.1s a sends p1
1.1s b stops p2 after 0.1s
1.1s b will try p2 again
1.1s b sends p2
1.1s c loses p2: collision
1.1s c loses p1: collision
1.2s a stops p1 after 0.1s
1.2s a will try p1 again        # at 1.5
1.2s b stops p2 after 0.1s
1.2s b will try p2 again        # at 1.3
1.2s c loses p1: collision      # b was the first to stop and to begin again
1.2s c loses p2: collision
1.3s b sends p2
2.3s a sends p1
2.3s c gets p2
3.3s c gets p1

the slots begin after the gap, so that one is enough
water 0
protocol csma-cd gap=300 jam=100
stations a=0 b=1 c=2
a draws 0 of 2
b draws 1 of 2
a sends 1000 to c at 1s
b sends 1000 to c at 1s
----
1s a sends p1
1s b sends p2
1.1s a stops p1 after 0.1s
1.1s a will try p1 again        # at 1.4
1.1s b stops p2 after 0.1s
1.1s b will try p2 again        # at 1.5
1.1s c loses p2: collision
1.1s c loses p1: collision
1.4s a sends p1
2.4s c gets p1
2.7s b sends p2
3.7s c gets p2

who begins before it can hear
protocol csma-cd gap=0 jam=100
stations a=0 c=750 b=1500
a draws 1 of 2                  # 2.1 s: twice the way from a to b, and the jam
b draws 0 of 2
a sends 4000 to c at 0s         # reaches b at 1
b sends 1000 to c at 0.75s      # reaches a at 1.75
----
0s a sends p1
0.75s b sends p2
1.1s b stops p2 after 0.35s     # 1 + 0.1
1.1s b will try p2 again        # as soon as a is not heard any more
1.6s c loses p2: collision      # [1.25, 1.6)
1.85s a stops p1 after 1.85s    # 1.75 + 0.1
1.85s a will try p1 again       # at 3.95, if b is not heard
2.35s c loses p1: collision     # [0.5, 2.35)
2.85s b sends p2                # passes c in [3.35, 4.35), a in [3.85, 4.85)
4.35s c gets p2
4.85s a sends p1
9.35s c gets p1

a late collision, for a slot of less than twice the way
protocol csma-cd gap=0 jam=100 slot=1.7
stations a=0 c=750 b=1500
a draws 1 of 2, 0 of 4
b draws 0 of 2
a sends 4000 to c at 0s
b sends 1000 to c at 0.75s
----
0s a sends p1
0.75s b sends p2
1.1s b stops p2 after 0.35s
1.1s b will try p2 again
1.6s c loses p2: collision
1.85s a stops p1 after 1.85s
1.85s a will try p1 again       # at 3.55
2.35s c loses p1: collision
2.85s b sends p2                # [3.35, 4.35) at c, [3.85, 4.85) at a
3.55s a sends p1                # [4.05, 4.45) at c
3.95s a stops p1 after 0.4s
3.95s a will try p1 again       # at once, if b were not heard
4.35s c loses p2: collision     # b was done at 3.85, and a reaches it at 4.55
4.45s c loses p1: collision
4.85s a sends p1
9.35s c gets p1

frames that are over before the collision is heard are lost for good
protocol csma-cd gap=0 jam=100
stations a=0 c=1500 b=3000
a sends 1000 to c at 0s         # over at 1, reaches b at 2
b sends 1000 to c at 0s
----
0s a sends p1
0s b sends p2
2s c loses p1: collision
2s c loses p2: collision

a collision in the last bits leaves no time for the jam
protocol csma-cd gap=0 jam=500
stations a=0 b=1500
a draws 1 of 2
b draws 0 of 2
a sends 2000 to b at 0s
b sends 1000 to a at 0.8s       # reaches a at 1.8
----
0s a sends p1
0.8s b sends p2
1.5s b stops p2 after 0.7s      # 1 + 0.5
1.5s b will try p2 again
# a stops short of its end, so that nobody takes the frame for whole.
1.999999999s a stops p1 after 1.999999999s
1.999999999s a will try p1 again
2.5s a loses p2: aborted        # [1.8, 2.5); full duplex
2.999999999s b loses p1: aborted
2.999999999s b sends p2         # reaches a at 3.999999999
# The slot is 2 + 0.5, so a looks at 4.499999999, hears b, and waits.
4.999999999s a gets p2
4.999999999s a sends p1
7.999999999s b gets p1

a third frame does not prolong the jam
protocol csma-cd gap=0 jam=100 attempts=1
stations d=-1800 a=0 b=1500
a sends 9000 to b at 0s         # reaches b at 1, d at 1.2
d sends 9000 to a at 0.35s      # reaches a at 1.55, b at 2.55
b sends 9000 to a at 0.5s       # reaches a at 1.5, d at 2.7
----
0s a sends p1
0.35s d sends p2
0.5s b sends p3
1.1s b stops p3 after 0.6s      # 1 + 0.1
1.1s b drops p3: retries-exhausted
1.3s d stops p2 after 0.95s     # 1.2 + 0.1
1.3s d drops p2: retries-exhausted
1.6s a stops p1 after 1.6s      # 1.5 + 0.1
1.6s a drops p1: retries-exhausted
2.1s a loses p3: collision      # [1.5, 2.1)
2.5s a loses p2: collision      # [1.55, 2.5)
2.6s b loses p1: collision      # [1, 2.6), and d's is there from 2.55 on

a winner begins again at one slot and wins on
water 0
protocol csma-cd gap=0 jam=100
stations a=0 b=1 c=2
a draws 0 of 2, 1 of 2, 1 of 2
b draws 1 of 2, 3 of 4, 5 of 8
a sends 1000 to c at 0s         # 1
b sends 1000 to c at 0s         # 2
a sends 1000 to c at 0s         # 3
a sends 1000 to c at 0s         # 4
----
0s a sends p1
0s b sends p2
0.1s a stops p1 after 0.1s
0.1s a will try p1 again
0.1s a sends p1
0.1s b stops p2 after 0.1s
0.1s b will try p2 again        # at 0.2
0.1s c loses p2: collision
0.1s c loses p1: collision
1.1s a sends p3                 # the first time
1.1s b sends p2                 # the second time
1.1s c gets p1
1.2s a stops p3 after 0.1s
1.2s a will try p3 again        # at 1.3
1.2s b stops p2 after 0.1s
1.2s b will try p2 again        # at 1.5
1.2s c loses p2: collision
1.2s c loses p3: collision
1.3s a sends p3
2.3s a sends p4                 # the first time
2.3s b sends p2                 # the third time
2.3s c gets p3
2.4s a stops p4 after 0.1s
2.4s a will try p4 again        # at 2.5
2.4s b stops p2 after 0.1s
2.4s b will try p2 again        # at 2.9
2.4s c loses p2: collision
2.4s c loses p4: collision
2.5s a sends p4
3.5s b sends p2
3.5s c gets p4
4.5s c gets p2

after sixteen collisions a packet is given up
water 0
protocol csma-cd gap=0 jam=100 backoff_limit=0
stations a=0 b=1 c=2
a sends 1000 to c at 0s         # always 0 slots: again at 0.1, 0.2 and so on
b sends 1000 to c at 0s
a sends 500 to c at 5s
tell ends
----
1.6s a drops p1: retries-exhausted
1.6s b drops p2: retries-exhausted
5.5s c gets p3
a has sent 17 times and dropped 1
b has sent 16 times and dropped 1

the gap begins when a collision has passed, too
water 0
protocol csma-cd gap=100 jam=100 attempts=1
stations a=0 b=1 c=2 d=3
a sends 1000 to d at 0s
b sends 1000 to d at 0s
c sends 1000 to d at 0.05s      # hears the two until 0.1
tell ends
----
0.1s a drops p1: retries-exhausted
0.1s b drops p2: retries-exhausted
1.2s d gets p3
a has sent 1 times and dropped 1
b has sent 1 times and dropped 1
c has sent 1 times and dropped 0

a jam that is longer than the frame, with its header, stops a nanosecond short of its end
water 0
protocol csma-cd gap=0 jam=5000 header=100 attempts=1
stations a=0 b=1 c=2
a sends 900 to c at 0s          # 1 s on the cable
b sends 900 to c at 0s
tell ends
----
0.999999999s a drops p1: retries-exhausted
0.999999999s b drops p2: retries-exhausted
a has sent 1 times and dropped 1
b has sent 1 times and dropped 1

what has waited for the cable longer than its time to live is dropped
water 0
protocol csma-cd gap=0 ttl=0.5
stations a=0 b=1 c=2
a sends 1000 to c at 0s
b sends 1000 to c at 0.2s       # 0.8 s old when the cable falls idle
b sends 500 to c at 0.6s        # 0.4 s old
----
0s a sends p1
1s b drops p2: expired
1s b sends p3
1s c gets p1
1.5s c gets p3

and so is what has collided and comes too late then
water 0
protocol csma-cd gap=0 jam=100 slot=0.2 ttl=0.25
stations a=0 b=1 c=2
a draws 0 of 2
b draws 1 of 2
a sends 1000 to c at 0s         # again at 0.1, after the jam
b sends 1000 to c at 0s         # looks again at 0.3, and may send at 1.1
tell ends
----
1.1s b drops p2: expired
1.1s c gets p1
a has sent 2 times and dropped 0
b has sent 1 times and dropped 1

the ideal backoff: in each slot, or not
protocol csma-cd backoff=ideal gap=0 jam=0
stations a=0 b=1500
a draws 1 of 2, 0 of 2
b draws 1 of 2, 1 of 2, 0 of 2
a sends 1000 to b at 0.5s       # slots begin at 0, 2, 4
b sends 1000 to a at 0.5s
----
4s a sends p1                   # passes b in [5, 6)
6s b gets p1
6s b sends p2
8s a gets p2

the ideal backoff: more contenders than there are stations
protocol csma-cd backoff=ideal gap=0 jam=0 contenders=5
stations a=0 b=1500
a draws 1 of 5, 3 of 5, 0 of 5
a sends 1000 to b at 0.5s       # slots begin at 0, 2, 4
----
6s a sends p1
8s b gets p1

the ideal backoff: a slot with a collision
protocol csma-cd backoff=ideal gap=0 jam=0
stations a=0 b=1500
a draws 0 of 2, 0 of 2
b draws 0 of 2, 1 of 2, 0 of 2
a sends 5000 to b at 0.5s
b sends 3000 to a at 0.5s
----
2s a sends p1
2s b sends p2
3s a stops p1 after 1s
3s a will try p1 again
3s b stops p2 after 1s
3s b will try p2 again
4s a loses p2: aborted          # [3, 4)
4s a sends p1                   # the next slot; passes b in [5, 10)
4s b loses p1: aborted
10s b gets p1
10s b sends p2
14s a gets p2

the ideal backoff: the slots begin when a frame has passed the farthest station
protocol csma-cd backoff=ideal gap=0 jam=0
stations a=0 b=1500
a draws 0 of 2, 1 of 2, 0 of 2
a sends 1000 to b at 0s
a sends 1000 to b at 0s
----
0s a sends p1
2s b gets p1                    # and slots begin at 2, 4, 6
4s a sends p2
6s b gets p2
