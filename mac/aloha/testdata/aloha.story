# Pure ALOHA on a line in the water. Sound goes at 1500 m/s, a modem sends 1000
# bit/s, and frames that overlap at a radio are all lost. So a frame of 1000 bit is
# on the air for 1 s, and is heard 1 s longer for each 1500 m that it has to go:
# whoever is x away hears the end of a frame begun at t at t + 1 s + x/1500 s.

one packet
nodes a=0m b=1500m
a sends 1000bit to b at 3s
----
3s a is offered p1 to b
3s a sends p1 for 1s
5s b hears p1              # 3 s + 1 s on the air + 1 s under way
5s b gets p1 after 2s

the header is on the air too
nodes a=0m b=750m
mac header=24bit
a sends 976bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s       # 976 + 24 bit
1.5s b hears p1
1.5s b gets p1 after 1.5s

without a queue a packet is refused while the radio is busy
nodes a=0m b=1500m
a sends 1000bit to b at 0s
a sends 1000bit to b at 0.999999999s
a sends 1000bit to b at 1s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0.999999999s a is offered p2 to b
0.999999999s a refuses p2: radio-busy
# At 1 s the first frame has ended, and what ends does so before what begins.
1s a is offered p3 to b
1s a sends p3 for 1s
2s b hears p1              # p3 begins here at the moment at which p1 ends: no collision
2s b gets p1 after 2s
3s b hears p3
3s b gets p3 after 2s

the queue holds what comes while the radio is busy, and no more
nodes a=0m b=3000m
mac queue=2
a sends 1000bit to b at 0s
a sends 500bit to b at 0s
a sends 1000bit to b at 0s
a sends 1000bit to b at 0.5s
a sends 1000bit to b at 1s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s a is offered p2 to b    # waits
0s a is offered p3 to b    # waits
0.5s a is offered p4 to b
0.5s a refuses p4: queue-full
1s a sends p2 for 0.5s     # first come, first sent
1s a is offered p5 to b    # takes the place of p2
1.5s a sends p3 for 1s
2.5s a sends p5 for 1s
3s b hears p1              # two seconds after the ends of the transmissions
3s b gets p1 after 3s
3.5s b hears p2
3.5s b gets p2 after 3.5s
4.5s b hears p3
4.5s b gets p3 after 4.5s
5.5s b hears p5
5.5s b gets p5 after 4.5s  # offered at 1 s

a broadcast reaches one after the other
nodes near=1500m a=0m far=-3000m
a sends 1000bit to everybody at 0s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
2s near hears p1
2s near gets p1 after 2s
3s far hears p1
3s far gets p1 after 3s

what is overheard is not delivered
nodes a=0m third=750m b=1500m
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.5s third hears p1
2s b hears p1
2s b gets p1 after 2s

nobody listens before talking
# b hears p1 from 0.5 s on and sends all the same. The two frames meet in the
# middle: half-way, at m, p1 is from 0.25 s to 1.25 s and p2 from 1 s to 2 s.
nodes a=0m m=375m b=750m
a sends 1000bit to b at 0s
b sends 1000bit to a at 0.75s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0.75s b is offered p2 to a
0.75s b sends p2 for 1s
1.25s m loses p1: collision
1.5s b loses p1: half-duplex   # it began to receive at 0.5 s and to send at 0.75 s
2s m misses p2: collision      # begun when p1 was there
2.25s a hears p2               # a sends until 1 s, and p2 begins here at 1.25 s
2.25s a gets p2 after 1.5s

two frames that meet in the middle are lost there, and only there
nodes a=0m b=1500m c=3000m
a sends 1000bit to everybody at 0s
c sends 1000bit to everybody at 0s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
0s c is offered p2 to everybody
0s c sends p2 for 1s
2s b loses p1: collision       # both are here from 1 s to 2 s
2s b misses p2: collision
3s c hears p1                  # from 2 s to 3 s, long after its own frame
3s c gets p1 after 3s
3s a hears p2
3s a gets p2 after 3s

frames that begin together may still come one after the other
# The ends of the line are 1500 m and 3000 m from b: 1 s to 2 s and 2 s to 3 s.
nodes a=0m b=1500m c=4500m
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
0s c is offered p2 to b
0s c sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
3s b hears p2
3s b gets p2 after 3s
4s c hears p1                  # 4500 m are 3 s
4s a hears p2
