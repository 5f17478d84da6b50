# The docking frame on a line in the water, as in slots.story. Packets from the
# station have at most 1000 bit and take 1 s, those from vehicles have 500 bit and
# take 0.5 s.

downstream slots are back to back, upstream slots are not
# Two downstream slots of 1 s, from 0 s and 1 s, and two upstream slots of 0.5 s +
# 1 s, from 2 s and 3.5 s. A frame lasts 5 s.
nodes dock=0m v1=1500m v2=-1500m
docking propagation=1s
dock sends 1000bit to v2 at 0s
dock sends 1000bit to v1 at 0s
v1 sends 500bit to dock at 0s
v2 sends 500bit to dock at 0s
dock sends 1000bit to v1 at 1s
----
0s dock sends p2
1s dock sends p1
2s v1 gets p2
2s v1 sends p3
3s v2 gets p1
3.5s dock gets p3
3.5s v2 sends p4
5s dock gets p4
5s dock sends p5    # next frame
7s v1 gets p5

the longest delay is that between the vehicles
# It is 2 s, so upstream slots last 2.5 s.
nodes dock=0m v1=1500m v2=-1500m
docking
v2 sends 500bit to dock at 0s
v1 sends 500bit to v2 at 2s
----
2s v1 sends p2
4.5s v2 gets p2
4.5s v2 sends p1
6s dock gets p1

upstream slots make up for what a whole number of periods lacks
# 5 s are rounded up to 6 s, so upstream slots last 2 s.
nodes dock=0m v1=1500m v2=-1500m
docking propagation=1s multiple=2s
v1 sends 500bit to dock at 0s
v2 sends 500bit to dock at 0s
dock sends 1000bit to v1 at 1s
----
2s v1 sends p1
3.5s dock gets p1
4s v2 sends p2
5.5s dock gets p2
6s dock sends p3
8s v1 gets p3

slots of vehicles that are not there stay empty
# Three downstream slots of 1 s, three upstream slots of 1.5 s, a frame of 7.5 s.
nodes v1=1500m dock=0m v2=-1500m
docking propagation=1s vehicles=3
v2 sends 500bit to dock at 0s
dock sends 1000bit to v2 at 1.5s
----
4.5s v2 sends p1
6s dock gets p1
8.5s dock sends p2
10.5s v2 gets p2

packets for everybody go where there is room
nodes dock=0m v1=1500m v2=-1500m
docking propagation=1s
dock sends 1000bit to everybody at 0s
dock sends 1000bit to v2 at 0s
----
0s dock sends p1    # nothing for v1
1s dock sends p2
2s v1 gets p1
2s v2 gets p1
3s v2 gets p2

packets for everybody come last
nodes dock=0m v1=1500m v2=-1500m
docking propagation=1s
dock sends 1000bit to everybody at 0s
dock sends 1000bit to v1 at 0s
dock sends 1000bit to v2 at 0s
----
0s dock sends p2
1s dock sends p3
2s v1 gets p2
3s v2 gets p3
5s dock sends p1
7s v1 gets p1
7s v2 gets p1

packets for everybody go into empty slots
nodes dock=0m v1=1500m v2=-1500m
docking propagation=1s vehicles=3
dock sends 1000bit to everybody at 0s
dock sends 1000bit to v1 at 0s
dock sends 1000bit to v2 at 0s
----
0s dock sends p2
1s dock sends p3
2s v1 gets p2
2s dock sends p1
3s v2 gets p3
4s v1 gets p1
4s v2 gets p1

each side has its own largest packet
nodes dock=0m v1=1500m
docking turn=1s
dock sends 1001bit to v1 at 0s
v1 sends 501bit to dock at 0s
dock sends 1000bit to v1 at 0s
v1 sends 500bit to dock at 0s
----
0s dock refuses p1: too-long
0s v1 refuses p2: too-long
0s dock sends p3
2s v1 gets p3
2s v1 sends p4
3.5s dock gets p4

the first upstream frame may meet the last downstream frame
# From dock to v1 it is 0.8 s, to v2 1.5 s, and between them 0.7 s. v2 is to hear
# p1 from 2.5 s to 3.5 s, and p2 is there from 2.7 s to 3.2 s.
nodes dock=0m v1=1200m v2=2250m
docking
dock sends 1000bit to v2 at 0s
v1 sends 500bit to dock at 0s
----
1s dock sends p1
2s v1 sends p2
3.3s dock gets p2
3.5s v2 loses p1: collision

unless there is time to turn
nodes dock=0m v1=1200m v2=2250m
docking turn=1.5s
dock sends 1000bit to v2 at 0s
v1 sends 500bit to dock at 0s
----
1s dock sends p1
3.5s v2 gets p1
3.5s v1 sends p2
4.8s dock gets p2
