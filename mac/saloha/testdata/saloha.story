# Slotted ALOHA on a line in the water. Sound goes at 1500 m/s and a modem sends
# 1000 bit/s. Slots are made for packets of 1000 bit without header, so that they
# are 1 s long, guards apart. Frames that overlap at a radio are all lost. Where
# packets are acknowledged, that takes 100 bit, a packet is repeated once, and in
# the first slot in which it can be.

a packet waits for its slot
nodes a=0m b=1500m
a sends 1000bit to b at 0.3s
a sends 1000bit to b at 2s
----
0.3s a is offered p1 to b
1s a sends p1 for 1s
# What comes at the very beginning of a slot is in time, and at 2 s the first
# frame has ended.
2s a is offered p2 to b
2s a sends p2 for 1s
3s b hears p1              # 1 s + 1 s on the air + 1 s under way
3s b gets p1 after 2.7s
4s b hears p2
4s b gets p2 after 2s

one packet goes in a slot, short as it may be
nodes a=0m b=750m
a sends 200bit to b at 0.1s
a sends 200bit to b at 0.1s
----
0.1s a is offered p1 to b
0.1s a is offered p2 to b
1s a sends p1 for 0.2s
1.7s b hears p1
1.7s b gets p1 after 1.6s
2s a sends p2 for 0.2s
2.7s b hears p2
2.7s b gets p2 after 2.6s

a packet that does not fit into a slot is refused
nodes a=0m b=750m
mac header=8bit
a sends 1000bit to b at 0s
a sends 1001bit to b at 1s
----
0s a is offered p1 to b
0s a sends p1 for 1.008s   # the header comes on top
1s a is offered p2 to b
1s a refuses p2: too-long
1.508s b hears p1
1.508s b gets p1 after 1.508s

a guard makes slots longer
nodes a=0m b=750m
mac guard=0.5
a sends 1000bit to b at 0.1s
a sends 1000bit to b at 0.2s
----
0.1s a is offered p1 to b
0.2s a is offered p2 to b
1.5s a sends p1 for 1s     # slots begin at 0 s, 1.5 s, 3 s
3s b hears p1
3s b gets p1 after 2.9s
3s a sends p2 for 1s
4.5s b hears p2
4.5s b gets p2 after 4.3s

a guard by the longest way
# From a to c it is 2 s, half of which is guard: slots begin at 0 s, 2 s, 4 s.
nodes a=0m b=1500m c=3000m
mac tolerance=0.5
a sends 1000bit to b at 0.5s
----
0.5s a is offered p1 to b
2s a sends p1 for 1s
4s b hears p1
4s b gets p1 after 3.5s
5s c hears p1

a guard by a longest way that is given
# Slots begin at 0 s, 1.75 s.
nodes a=0m b=1500m
mac tolerance=0.25 max_delay=3s
a sends 1000bit to b at 0.5s
----
0.5s a is offered p1 to b
1.75s a sends p1 for 1s
3.75s b hears p1
3.75s b gets p1 after 3.25s

slots follow the node's own clock
# The clock of b is 0.25 s ahead and shows 1 s at 0.75 s; that of c shows 0 s at
# 0.125 s.
nodes a=0m b=1500m c=3750m
clocks b=0.25s c=-0.125s
b sends 500bit to a at 0s
c sends 1000bit to a at 0s
----
0s b is offered p1 to a
0s c is offered p2 to a
0.125s c sends p2 for 1s
0.75s b sends p1 for 0.5s
2.25s a hears p1           # 1 s away
2.25s a gets p1 after 2.25s
2.625s b hears p2          # 1.5 s away
2.75s c hears p1
3.625s a hears p2          # 2.5 s away
3.625s a gets p2 after 3.625s

frames of different slots collide where the ways are unequal
# It is 1.5 s from far to sink, 0.25 s from near to sink. At the sink p1 is from
# 1.5 s to 2.5 s and p2 from 1.25 s to 2.25 s.
nodes far=0m sink=2250m near=2625m
far sends 1000bit to sink at 0s
near sends 1000bit to sink at 0.5s
----
0s far is offered p1 to sink
0s far sends p1 for 1s
0.5s near is offered p2 to sink
1s near sends p2 for 1s
2.25s sink loses p2: collision
2.5s sink misses p1: collision
2.75s near misses p1: half-duplex # there from 1.75 s; near is sending until 2 s
3.75s far hears p2

a guard as long as the spread of the ways keeps them apart
# The spread is 1.5 s - 0.25 s, so slots are 2.25 s long. At the sink p2 begins
# at 2.5 s, at the moment at which p1 ends.
nodes far=0m sink=2250m near=2625m
mac guard=1.25
far sends 1000bit to sink at 0s
near sends 1000bit to sink at 0.5s
----
0s far is offered p1 to sink
0s far sends p1 for 1s
0.5s near is offered p2 to sink
2.25s near sends p2 for 1s
2.5s sink hears p1
2.5s sink gets p1 after 2.5s
2.75s near loses p1: half-duplex # there from 1.75 s
3.5s sink hears p2
3.5s sink gets p2 after 3s
5s far hears p2

frames of one slot may come one after the other
# The ends of the line are 1 s and 2 s from b.
nodes a=0m b=1500m c=4500m
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s c is offered p2 to b
0s a sends p1 for 1s
0s c sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
3s b hears p2
3s b gets p2 after 3s
4s c hears p1
4s a hears p2

an acknowledgement goes in a slot too
# At a the acknowledgement could come until 3.1 s, and does. The next slot begins
# at 4 s.
nodes a=0m b=1500m
mac ack=true
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
4s a sends p2 for 1s
6s b hears p2
6s b gets p2 after 5.5s
6s b sends a control frame to a for 0.1s
7.1s a hears a control frame of b

a pause before the acknowledgement
# Not before 2.1 s, so in the slot from 3 s on.
nodes a=0m b=1500m
mac ack=true ack_pause=100ms
a sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s a sends p1 for 1s
2s b hears p1
2s b gets p1 after 2s
3s b sends a control frame to a for 0.1s
4.1s a hears a control frame of b

packets to everybody are not acknowledged
nodes a=0m b=1500m
mac ack=true
a sends 1000bit to everybody at 0s
a sends 1000bit to everybody at 0.5s
----
0s a is offered p1 to everybody
0s a sends p1 for 1s
0.5s a is offered p2 to everybody
1s a sends p2 for 1s
2s b hears p1
2s b gets p1 after 2s
3s b hears p2
3s b gets p2 after 2.5s

the acknowledgement goes before a packet
nodes a=0m b=1500m
mac ack=true
a sends 1000bit to b at 0s
b sends 1000bit to a at 1.5s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.5s b is offered p2 to a
2s b hears p1
2s b gets p1 after 2s
2s b sends a control frame to a for 0.1s
3s b sends p2 for 1s
3.1s a hears a control frame of b
5s a hears p2
5s a gets p2 after 3.5s
5s a sends a control frame to b for 0.1s
6.1s b hears a control frame of a

an acknowledgement is lost, the packet is repeated, and the copy filtered out
# c is 0.5 s from a and 1.5 s from b. At a the acknowledgement, from 3 s to 3.1 s,
# meets p2, from 2.5 s to 3.5 s. A receiver as far as 1.5 s would have had p1 at
# 2.5 s, answered at 3 s, and been heard at 4.6 s: p1 is repeated at 5 s.
nodes c=-750m a=0m b=1500m
mac ack=true
a sends 1000bit to b at 0s
c sends 1000bit to everybody at 1.2s
----
0s a is offered p1 to b
0s a sends p1 for 1s
1.2s c is offered p2 to everybody
1.5s c hears p1
2s b hears p1
2s b gets p1 after 2s
2s c sends p2 for 1s
2s b sends a control frame to a for 0.1s
3.1s a misses a control frame of b: collision
3.5s a loses p2: collision
3.6s c hears a control frame of b
4.5s b hears p2
4.5s b gets p2 after 3.3s
5s a sends p1 for 1s
5s a repeats p1
6.5s c hears p1
7s b hears p1
7s b has p1 already
7s b sends a control frame to a for 0.1s
8.1s a hears a control frame of b
8.6s c hears a control frame of b

who owes two acknowledgements sends one in a slot, and a late one counts
# Ways as above. The sink has p2 at 1.45 s and p1 at 1.7 s, and answers near at
# 2 s, far at 3 s. The longest way is 1.75 s: an answer to p1, sent until 0.2 s,
# is due at 2 s and heard by 3.85 s, so far does not wait beyond 4 s. The answer
# comes at 4.6 s and settles it; what is on its way is a copy.
nodes far=0m sink=2250m near=2625m
mac ack=true
far sends 200bit to sink at 0s
near sends 200bit to sink at 0.5s
----
0s far is offered p1 to sink
0s far sends p1 for 0.2s
0.5s near is offered p2 to sink
1s near sends p2 for 0.2s
1.45s sink hears p2
1.45s sink gets p2 after 0.95s
1.7s sink hears p1
1.7s sink gets p1 after 1.7s
1.95s near hears p1
2s sink sends a control frame to near for 0.1s
2.35s near hears a control frame of sink
2.95s far hears p2
3s sink sends a control frame to far for 0.1s
3.35s near hears a control frame of sink
3.6s far hears a control frame of sink  # for near
4s far sends p1 for 0.2s
4s far repeats p1
4.6s far hears a control frame of sink  # for far
5.7s sink hears p1
5.7s sink has p1 already
5.95s near hears p1
6s sink sends a control frame to far for 0.1s
6.35s near hears a control frame of sink
7.6s far hears a control frame of sink  # nothing is open any more

a packet that is never acknowledged is dropped
# Both are 1 s from b and 2 s from each other. An answer could come from 2 s away:
# p1 there at 3 s, heard here at 5.1 s. So both repeat at 6 s, and give up at 12 s.
nodes a=0m b=1500m c=3000m
mac ack=true
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s c is offered p2 to b
0s a sends p1 for 1s
0s c sends p2 for 1s
2s b loses p1: collision
2s b misses p2: collision
3s c hears p1
3s a hears p2
6s a sends p1 for 1s
6s a repeats p1
6s c sends p2 for 1s
6s c repeats p2
8s b loses p1: collision
8s b misses p2: collision
9s c hears p1
9s a hears p2
12s a drops p1: retries-exhausted
12s c drops p2: retries-exhausted

a packet that is overdue is not repeated
nodes a=0m b=1500m c=3000m
mac ack=true ttl=5s
a sends 1000bit to b at 0s
c sends 1000bit to b at 0s
----
0s a is offered p1 to b
0s c is offered p2 to b
0s a sends p1 for 1s
0s c sends p2 for 1s
2s b loses p1: collision
2s b misses p2: collision
3s c hears p1
3s a hears p2
6s a drops p1: expired
6s c drops p2: expired
