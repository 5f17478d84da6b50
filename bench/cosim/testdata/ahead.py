# Asks for 20 N ahead at each boundary, for as long as the run lasts.
import json, os, socket
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.connect(("127.0.0.1", int(os.environ["HALOCLINE_PORT"])))
seq, ended = 0, False
while not ended:
    seq += 1
    line.send(json.dumps({"seq": seq, "in": {"auv.surge": 20}}).encode())
    ended = json.loads(line.recv(65536))["ended"]
