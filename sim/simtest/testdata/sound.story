# Sound at 1500 m/s. Who hears a ping answers it at once.
# What is heard in the same second is told in the order of the names.

a ping is answered
nodes dock=0m auv=1500m
dock sends ping at 0s
----
1s auv hears ping       # 1500 m at 1500 m/s
2s dock hears pong      # and back

the far node answers later
nodes dock=0m auv=1500m buoy=-3000m   # in a line
dock sends ping at 10s
----
11s auv hears ping
12s buoy hears ping
# The auv's answer passes the dock on its way to the buoy, 4500 m in all;
12s dock hears pong
14s buoy hears pong
# the buoy's takes the same way back.
14s dock hears pong
15s auv hears pong

silence
nodes dock=0m auv=1500m
----
