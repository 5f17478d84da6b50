# Slots on a line in the water. Sound goes at 1500 m/s, a modem sends 1000 bit/s, and
# frames that overlap at a radio are lost. The largest packet has 1000 bit, so it is
# on the air for 1 s; what begins at t is heard to its end at t + 1 s + x/1500 s by
# whoever is x away. A slot is 1 s for the packet and the longest delay between two
# nodes.

each node sends in its own slot
# From a to c it is 1 s, so slots last 2 s and a frame 6 s.
nodes a=0m b=750m c=1500m
tdma
c sends 1000bit to a at 0s
b sends 1000bit to c at 0s
a sends 1000bit to b at 0s
a sends 1000bit to c at 1s
----
0s a sends p3
1.5s b gets p3
2s b sends p2
3.5s c gets p2
4s c sends p1
6s a gets p1        # the last slot has just room for the longest way
6s a sends p4       # next frame
8s c gets p4

a packet that comes as the slot begins is in time
nodes a=0m b=1500m
tdma
b sends 1000bit to a at 2s
b sends 1000bit to a at 6.000000001s
----
2s b sends p1
4s a gets p1
10s b sends p2      # missed the slot at 6 s by a nanosecond
12s a gets p2

the slots of others stay empty
nodes a=0m b=1500m c=3000m
tdma
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
b sends 1000bit to c at 4s
----
0s a sends p1       # slots of 3 s: one packet each
2s b gets p1
9s a sends p2       # nobody wanted 3 s and 6 s
11s b gets p2
12s b sends p3      # the slot of b that comes after 4 s
14s c gets p3

a short packet leaves the rest of its slot empty
nodes a=0m b=1500m
tdma
a sends 250bit to b at 0s
a sends 250bit to b at 0s
b sends 250bit to a at 0s
----
0s a sends p1
1.25s b gets p1
2s b sends p3
3.25s a gets p3
4s a sends p2
5.25s b gets p2

a packet that is too long for the slot is refused, the header not counted
nodes a=0m b=1500m
tdma header=24bit
a sends 1000bit to b at 0s
a sends 1001bit to b at 0s
b sends 1000bit to a at 0s
----
0s a refuses p2: too-long
0s a sends p1
2.024s b gets p1
2.024s b sends p3   # slots last 1.024 s + 1 s
4.048s a gets p3

the guard and a given propagation time make slots longer
nodes a=0m b=1500m
tdma guard=0.25s propagation=3s
b sends 1000bit to a at 0s
b sends 1000bit to a at 0s
----
4.25s b sends p1
6.25s a gets p1
12.75s b sends p2   # a frame of 8.5 s later
14.75s a gets p2

a frame is made to last a multiple of a period
# Three slots of 2 s are rounded up to 7.5 s: each is 0.5 s longer.
nodes a=0m b=750m c=1500m
tdma multiple=2.5s
b sends 1000bit to a at 0s
c sends 1000bit to a at 0s
a sends 1000bit to b at 1s
----
2.5s b sends p1
4s a gets p1
5s c sends p2
7s a gets p2
7.5s a sends p3
9s b gets p3

a node may own several slots
nodes a=0m b=1500m
tdma slots=a,b,a
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
b sends 1000bit to a at 3s
----
0s a sends p1
2s b gets p1
4s a sends p2
6s b gets p2
6s a sends p3       # next frame
8s b gets p3
8s b sends p4       # the slot at 2 s was missed
10s a gets p4

a slot may have room for several packets
# That of a lasts 3 s + 1 s, that of b 2 s.
nodes a=0m b=1500m
tdma slots=a*3,b
a sends 1000bit to b at 0s
b sends 1000bit to a at 0s
a sends 500bit to b at 0.5s
a sends 1000bit to b at 1.2s
a sends 1000bit to b at 1.4s
----
0s a sends p1
1s a sends p3
1.5s a sends p4     # the third, and the last of this slot
2s b gets p1
2.5s b gets p3
3.5s b gets p4
4s b sends p2
6s a gets p2
6s a sends p5
8s b gets p5

room that nobody wanted in time stays empty
nodes a=0m b=1500m
tdma slots=a*3,b
a sends 1000bit to b at 0s
a sends 1000bit to b at 1.000000001s
----
0s a sends p1
2s b gets p1
6s a sends p2       # a had nothing more to send at 1 s
8s b gets p2

who has no slot cannot send
nodes a=0m b=1500m
tdma slots=a
b sends 8bit to a at 0s
a sends 8bit to everybody at 0s
----
0s b refuses p1: too-long
0s a sends p2
1.008s b gets p2

packets wait for the slot in the queue
nodes a=0m b=1500m
tdma queue=2
a sends 1000bit to b at 1s
a sends 1000bit to b at 1s
a sends 1000bit to b at 3.999999999s
a sends 1000bit to b at 4.000000001s
----
3.999999999s a refuses p3: queue-full
4s a sends p1
6s b gets p1
8s a sends p2
10s b gets p2
12s a sends p4
14s b gets p4

a packet that is too old when its slot comes is dropped
nodes a=0m b=1500m
tdma ttl=3s
a sends 1000bit to b at 0.5s
a sends 1000bit to b at 1s
----
4s a drops p1: expired   # 3.5 s old
4s a sends p2            # 3 s
6s b gets p2

a newer packet takes the place of an older one
nodes a=0m b=1500m
tdma order=newest
a sends 1000bit to b at 1s
a sends 1000bit to b at 2s
----
2s a drops p1: superseded
4s a sends p2
6s b gets p2

a slot is lost when the radio is taken, and its packet waits on
nodes a=0m b=1500m
tdma
a radio taken for 500bit at 3.8s
a sends 1000bit to b at 1s
a sends 1000bit to b at 2s
----
3.8s a sends something else
8s a sends p1
10s b gets p1
12s a sends p2
14s b gets p2

a slot is lost as a whole
nodes a=0m b=1500m
tdma slots=a*2,b
a radio taken for 100bit at 4.95s
a sends 500bit to b at 3.5s
a sends 500bit to b at 3.5s
----
# The slots of a last 3 s and begin at 0 s, 5 s and 10 s.
4.95s a sends something else
10s a sends p1
10.5s a sends p2
11.5s b gets p1
12s b gets p2
