# Repetition over pure ALOHA on a line in the water. Sound goes at 1500 m/s, a modem sends 1000
# bit/s, and frames that overlap at a radio are all lost. A radio that sends hears nothing. An
# acknowledgement takes 0.1 s.

one packet and its acknowledgement
nodes a=0m b=1500m
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
3.1s a hears a control frame of b

a window of one is stop and wait
nodes a=0m b=1500m
mac window=1
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s a is offered p2 to b
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
3.1s a hears a control frame of b
3.1s a sends p2 for 1s             # 1 s + 1 s + 0.1 s + 1 s after p1
5.1s b hears p2
5.1s b gets p2 after 5.1s
5.1s b sends a control frame to a for 0.1s
6.2s a hears a control frame of b

go-back-n sends the packets after a lost one again
nodes a=0m b=1500m
mac window=3
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s a is offered p2 to b
0s a is offered p3 to b
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
2s a sends p3 for 1s
3s b misses p2: half-duplex            # it was acknowledging p1
3.1s a hears a control frame of b
4s b hears p3                         # and throws it away
4s b sends a control frame to a for 0.1s
5.1s a hears a control frame of b
7s a sends p2 for 1s                  # it had ended at 2 s
7s a repeats p2
7s a repeats p3
8s a sends p3 for 1s
9s b hears p2
9s b gets p2 after 9s
9s b sends a control frame to a for 0.1s
10s b misses p3: half-duplex
10.1s a hears a control frame of b
14s a sends p3 for 1s
14s a repeats p3
16s b hears p3
16s b gets p3 after 16s
16s b sends a control frame to a for 0.1s
17.1s a hears a control frame of b

selective repeat sends the lost one only
nodes a=0m b=1500m
mac kind=selective-repeat window=3
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s a is offered p2 to b
0s a is offered p3 to b
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.103s
2s a sends p3 for 1s
3s b misses p2: half-duplex
3.103s a hears a control frame of b
4s b hears p3
4s b gets p3 after 4s
4s b sends a control frame to a for 0.103s
5.103s a hears a control frame of b
7s a sends p2 for 1s
7s a repeats p2
9s b hears p2
9s b gets p2 after 9s
9s b sends a control frame to a for 0.103s
10.103s a hears a control frame of b

of a train, three packets that go together, the last one asks
nodes a=0m b=1500m
mac window=4 train=3
a sends 1000bit to everybody at 0s
a sends 1000bit to b at 0.1s
a sends 1000bit to b at 0.1s
a sends 1000bit to b at 0.1s
a sends 1000bit to b at 0.1s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
0.1s a is offered p2 to b
0.1s a is offered p3 to b
0.1s a is offered p4 to b
0.1s a is offered p5 to b
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
2s a sends p3 for 1s
3s b hears p2
3s b gets p2 after 2.9s
3s b sends a control frame to a for 0.1s
3s a sends p4 for 1s
4s b misses p3: half-duplex
4s a sends p5 for 1s
4.1s a misses a control frame of b: half-duplex
5s b hears p4
5s b sends a control frame to a for 0.1s
6s b misses p5: half-duplex
6.1s a hears a control frame of b
8s a sends p3 for 1s
8s a repeats p3
8s a repeats p4
8s a repeats p5
9s a sends p4 for 1s
10s b hears p3
10s b gets p3 after 9.9s
10s a sends p5 for 1s
11s b hears p4
11s b gets p4 after 10.9s
12s b hears p5
12s b gets p5 after 11.9s
12s b sends a control frame to a for 0.1s
13.1s a hears a control frame of b

who hears no acknowledgement gives up, and the receiver has it all the same
nodes a=0m b=1500m c=0m
mac retries=1
a sends 1000bit to b at 0s
c sends 200bit to everybody at 2.95s
c sends 200bit to everybody at 8.95s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1s c hears p1
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
2.95s c is offered p2 to everybody
2.95s c sends p2 for 0.2s
3.1s a misses a control frame of b: collision
3.1s c misses a control frame of b: half-duplex
3.15s a loses p2: collision
4.15s b hears p2
4.15s b gets p2 after 1.2s
6s a sends p1 for 1s
6s a repeats p1
7s c hears p1
8s b hears p1
8s b has p1 already
8s b sends a control frame to a for 0.1s
8.95s c is offered p3 to everybody
8.95s c sends p3 for 0.2s
9.1s a misses a control frame of b: collision
9.1s c misses a control frame of b: half-duplex
9.15s a loses p3: collision
10.15s b hears p3
10.15s b gets p3 after 1.2s
12s a drops p1: retries-exhausted
