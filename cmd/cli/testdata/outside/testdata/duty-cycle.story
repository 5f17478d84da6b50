# Sound goes at 1500 m/s, and a modem sends 1000 bit/s. A frame of 1000 bit takes 1 s, and at a
# share of 0.25 the node is then silent for 3 s: it sends again 4 s after the beginning.

a packet waits for the silence to end, and the third finds no room
nodes a=0m b=1500m
a sends 1000bit to b at 3s
a sends 500bit to b at 3.5s
a sends 500bit to b at 6s
----
3s a is offered p1 to b
3s a sends p1 for 1s
3.5s a is offered p2 to b
5s b hears p1
5s b gets p1 after 2s
6s a is offered p3 to b
6s a refuses p3: queue-full
7s a sends p2 for 0.5s
8.5s b hears p2
8.5s b gets p2 after 5s
