# Docks RexROV with the gains of Erdemir (2018): halocline serve docking-outside --lockstep -- python3 dock.py
import json, math, os, socket
line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
line.connect(("127.0.0.1", int(os.environ.get("HALOCLINE_PORT", 7400))))
line.settimeout(60)
GAINS = {"acoustic": (0.74, 2, (75, 75, 225), (10, 10, 10), (65, 65, 55)), "rf": (0.04, 0, (155, 155, 455), (195, 195, 195), (270, 270, 55))}
cross = lambda a, b: [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]
step = lambda kp, kd, e, old, dt: [p * x + d * (x - y) / dt for p, d, x, y in zip(kp, kd, e, old)]
seq, now, force, link, error, turned, heading, wrench, ended = 0, 0, None, None, None, None, 0, {}, False
while not ended:
    seq, to = seq + 1, (now // 20_000_000 + 1) * 20_000_000          # the next 20 ms, or a message before
    line.send(json.dumps({"seq": seq, "to_ns": to, "until": "received", "in": wrench}).encode())
    answer = json.loads(line.recv(65536))
    auv, now, ended, wrench = answer["nodes"]["auv"], answer["t_ns"], answer["ended"], {}
    for mail in auv.get("mail", []):                                 # where the station has measured the vehicle to be
        at, berth, new = mail["values"]["position"], mail["values"]["reference"], mail["link"]
        (dt, ahead, kp, ki, kd), way = GAINS[new], [b - a for a, b in zip(at, berth)]
        e = [x * min(1, ahead / math.hypot(*way)) for x in way] if ahead else way
        old, link = (error if new == link else e), new
        force, error = [f + k * dt * (x + y) / 2 for f, k, x, y in zip(step(kp, kd, e, old, dt), ki, e, old)], e
        heading += math.remainder(math.atan2(way[1], way[0]) - heading, 2 * math.pi)
    if force and (now >= to if link == "acoustic" else auv.get("mail")):
        roll, pitch, yaw = auv["motion"]["euler"]
        e, dt = [-roll, -pitch, math.remainder(heading - yaw, 2 * math.pi)], 0.02 if link == "acoustic" else 0.04
        moment, turned = step((1000, 1000, 900), (1000, 1500, 1800), e, turned or e, dt), e
        w, *q = auv["motion"]["attitude"]
        t = [2 * x for x in cross(force, q)]                         # force in the vehicle's axes
        body = [f + w * x + y for f, x, y in zip(force, t, cross(t, q))]
        wrench = dict(zip(("auv.surge", "auv.sway", "auv.heave", "auv.roll", "auv.pitch", "auv.yaw"), body + moment))
print(f"ended at {now / 1e9:.2f} s")
