# Pure ALOHA with acknowledgement on a line in the water. Sound goes at 1500 m/s
# and a modem sends 1000 bit/s. Frames that overlap at a radio are all lost. An
# acknowledgement has 100 bit, a packet is repeated once, and at once when it is
# not acknowledged in time: after twice the longest way and 0.1 s, and a
# thousandth of that more.

a packet is acknowledged at once, and the next one follows
nodes a=0m b=1500m
a sends 1000bit to b at 0s
a sends 1000bit to b at 0.5s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0.5s a is offered p2 to b
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
3.1s a hears a control frame of b
3.1s a sends p2 for 1s
5.1s b hears p2
5.1s b gets p2 after 4.6s
5.1s b sends a control frame to a for 0.1s
6.2s a hears a control frame of b

packets to everybody are not acknowledged
nodes a=0m b=1500m
a sends 1000bit to everybody at 0s
a sends 1000bit to b at 0.5s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
0.5s a is offered p2 to b
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
3s b hears p2
3s b gets p2 after 2.5s
3s b sends a control frame to a for 0.1s
4.1s a hears a control frame of b

after a pause, and before a packet
nodes a=0m b=1500m
mac ack_pause=50ms
a sends 1000bit to b at 0s
b sends 1000bit to a at 2.02s
----
0s a is offered p1 to b
0s a sends p1 for 1s
2s b hears p1
2s b gets p1 after 2s
2.02s b is offered p2 to a
2.05s b sends a control frame to a for 0.1s
2.15s b sends p2 for 1s
3.15s a hears a control frame of b
4.15s a hears p2
4.15s a gets p2 after 2.13s
4.2s a sends a control frame to b for 0.1s
5.3s b hears a control frame of a

an acknowledgement is lost, the packet is repeated, and the copy filtered out
# c is 0.5 s from a and 1.5 s from b. At a the acknowledgement, from 3 s to 3.1 s,
# meets p2, from 2.5 s to 3.5 s. The wait is (2 x 1.5 s + 0.1 s) x 1.001.
nodes c=-750m a=0m b=1500m
a sends 1000bit to b at 0s
c sends 1000bit to everybody at 2s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.5s c hears p1
2s b hears p1
2s b gets p1 after 2s
2s c is offered p2 to everybody
2s c sends p2 for 1s
2s b sends a control frame to a for 0.1s
3.1s a misses a control frame of b: collision
3.5s a loses p2: collision
3.6s c hears a control frame of b
4.1031s a sends p1 for 1s
4.1031s a repeats p1
4.5s b hears p2
4.5s b gets p2 after 2.5s
5.6031s c hears p1
6.1031s b hears p1
6.1031s b has p1 already
6.1031s b sends a control frame to a for 0.1s
7.2031s a hears a control frame of b
7.7031s c hears a control frame of b

a packet that is never acknowledged is dropped, and the next one has its turn
# Both are 1 s from b and 2 s from each other: the wait is 4.1041 s.
nodes a=0m b=1500m c=3000m
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
c sends 500bit to b at 5s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s c is offered p2 to b
0s c sends p2 for 1s
2s b loses p1: collision
2s b misses p2: collision
3s c hears p1
3s a hears p2
5s c is offered p3 to b
5.1041s a sends p1 for 1s
5.1041s a repeats p1
5.1041s c sends p2 for 1s
5.1041s c repeats p2
7.1041s b loses p1: collision
7.1041s b misses p2: collision
8.1041s c hears p1
8.1041s a hears p2
10.2082s a drops p1: retries-exhausted # at 6.1041 s the second frame was over
10.2082s c drops p2: retries-exhausted
10.2082s c sends p3 for 0.5s
11.7082s b hears p3
11.7082s b gets p3 after 6.7082s
11.7082s b sends a control frame to c for 0.1s
12.7082s a hears p3
12.8082s a hears a control frame of b # of two at one distance the first on the list
12.8082s c hears a control frame of b

a packet that is overdue is not repeated
nodes a=0m b=1500m c=3000m
mac ttl=5s
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s c is offered p2 to b
0s c sends p2 for 1s
2s b loses p1: collision
2s b misses p2: collision
3s c hears p1
3s a hears p2
5.1041s a drops p1: expired
5.1041s c drops p2: expired

a longest way that is given
# The wait is (2 x 2 s + 0.1 s) x 1.001 from 0.5 s on; b is 1 s away, and sending
# when p1 arrives.
nodes a=0m b=1500m
mac max_delay=2s
a sends 500bit to b at 0s
b sends 500bit to everybody at 0.75s
----
0s a is offered p1 to b
0s a sends p1 for 0.5s
0.75s b is offered p2 to everybody
0.75s b sends p2 for 0.5s
1.5s b misses p1: half-duplex
2.25s a hears p2
2.25s a gets p2 after 1.5s
4.6041s a sends p1 for 0.5s
4.6041s a repeats p1
6.1041s b hears p1
6.1041s b gets p1 after 6.1041s
6.1041s b sends a control frame to a for 0.1s
7.2041s a hears a control frame of b
