// Paints marks and bars of space and time, in the colours and forms of halocline plot --what space-time.

import type { FrameName } from "../hash";
import { stack } from "../lanes";
import { left, type LaneBins, type Marks } from "../marks";
import type { Look } from "../page";
import { blue, classColours } from "../words";

export interface Scene {
  x(t: number): number;
  y(node: number): number;
  width: number;
  height: number;
  row: number;
  bands: boolean; // a wave is a band of its airtime; else the line of its front
  look: Look;
  selected: FrameName | null;
  hovered: FrameName | null;
  node: number;
}

/** Heights of the bars of a lane: of a frame above its line, and of an arrival below it. */
export function heights(row: number): { send: number; bar: number } {
  return { send: Math.max(4, Math.min(11, row * 0.32)), bar: Math.max(2.5, Math.min(8, row * 0.17)) };
}

/** Paints each frame and each arrival; returns how many. */
export function paintMarks(c: CanvasRenderingContext2D, m: Marks, s: Scene): number {
  const hs = heights(s.row), a = m.arrivals;
  const lively = a.rows > 1200 ? 0.25 : 0.55;
  for (const k of [3, 4, 0, 2, 1]) waves(c, m, s, k, lively);
  let n = 0;
  c.fillStyle = blue;
  for (let i = 0; i < m.sends.rows; i++) {
    const y = s.y(m.sends.node[i]!), x = s.x(m.sends.start[i]!), to = s.x(m.sends.start[i]! + m.sends.airtime[i]!);
    if (to < 0 || x > s.width || !(y > -20 && y < s.height + 20)) continue;
    c.fillRect(x, y - hs.send, Math.max(1, to - x - 0.5), hs.send);
    n++;
  }
  for (let k = 0; k < 5; k++) {
    c.fillStyle = classColours[k]!;
    for (let i = 0; i < a.rows; i++) {
      if (a.class[i] !== k) continue;
      const y = s.y(a.node[i]!) + 1 + m.track[i]! * (hs.bar + 1), x = s.x(a.began[i]!), to = s.x(m.end[i]!);
      if (to < 0 || x > s.width || !(y > -20 && y < s.height + 20)) continue;
      c.fillRect(x, y, Math.max(1, to - x - 0.5), hs.bar);
      n++;
    }
  }
  crosses(c, m, s, hs.bar);
  if (s.hovered) outline(c, m, s, s.hovered, hs, 1);
  if (s.selected) outline(c, m, s, s.selected, hs, 1.8);
  return n;
}

/** The ways of the arrivals of a class, from sender to receiver. */
function waves(c: CanvasRenderingContext2D, m: Marks, s: Scene, k: number, alpha: number): void {
  const a = m.arrivals;
  c.strokeStyle = c.fillStyle = classColours[k]!;
  c.globalAlpha = alpha;
  c.lineWidth = 0.8;
  c.beginPath();
  for (let i = 0; i < a.rows; i++) {
    if (a.class[i] !== k) continue;
    const y0 = s.y(a.sender[i]!), y1 = s.y(a.node[i]!), x0 = s.x(left(m, i)), x1 = s.x(a.began[i]!);
    if (x1 < 0 || x0 > s.width || Number.isNaN(y0) || Number.isNaN(y1)) continue;
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
    if (!s.bands) continue;
    const w = s.x(m.end[i]!) - x1;
    c.moveTo(x0 + w, y0);
    c.lineTo(x1 + w, y1);
  }
  c.stroke();
  if (s.bands) {
    c.globalAlpha = 0.14;
    for (let i = 0; i < a.rows; i++) {
      if (a.class[i] === k) band(c, s.x(left(m, i)), s.y(a.sender[i]!), s.x(a.began[i]!), s.y(a.node[i]!), s.x(m.end[i]!) - s.x(a.began[i]!));
    }
  }
  c.globalAlpha = 1;
}

function band(c: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number, w: number): void {
  if (x1 + w < 0) return;
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x0 + w, y0);
  c.lineTo(x1 + w, y1);
  c.lineTo(x1, y1);
  c.fill();
}

/** The sign of a collision, in the middle of its bar. */
function crosses(c: CanvasRenderingContext2D, m: Marks, s: Scene, bar: number): void {
  const a = m.arrivals, r = Math.max(2.2, Math.min(3.6, bar * 0.6));
  c.strokeStyle = s.look.ink;
  c.lineWidth = 1.1;
  c.beginPath();
  for (let i = 0; i < a.rows; i++) {
    if (a.class[i] !== 1) continue;
    const x = (s.x(a.began[i]!) + s.x(m.end[i]!)) / 2, y = s.y(a.node[i]!) + 1 + m.track[i]! * (bar + 1) + bar / 2;
    if (x < -5 || x > s.width + 5 || !(y > 0 && y < s.height)) continue;
    c.moveTo(x - r, y - r);
    c.lineTo(x + r, y + r);
    c.moveTo(x - r, y + r);
    c.lineTo(x + r, y - r);
  }
  c.stroke();
}

/** Outlines all that belongs to a frame. */
function outline(c: CanvasRenderingContext2D, m: Marks, s: Scene, f: FrameName, hs: { send: number; bar: number }, width: number): void {
  c.strokeStyle = s.look.ink;
  c.lineWidth = width;
  const box = (x: number, y: number, to: number, high: number) => c.strokeRect(x - 1, y - 1, Math.max(1, to - x) + 2, high + 2);
  for (let i = 0; i < m.sends.rows; i++) {
    if (m.sends.number[i] !== f.number || m.sends.link[i] !== f.link) continue;
    box(s.x(m.sends.start[i]!), s.y(m.sends.node[i]!) - hs.send, s.x(m.sends.start[i]! + m.sends.airtime[i]!), hs.send);
  }
  const a = m.arrivals;
  for (let i = 0; i < a.rows; i++) {
    if (a.number[i] !== f.number || a.link[i] !== f.link) continue;
    const y = s.y(a.node[i]!) + 1 + m.track[i]! * (hs.bar + 1);
    c.lineWidth = a.node[i] === s.node ? width + 0.8 : width;
    box(s.x(a.began[i]!), y, s.x(m.end[i]!), hs.bar);
    c.lineWidth = width / 2;
    c.beginPath();
    c.moveTo(s.x(left(m, i)), s.y(a.sender[i]!));
    c.lineTo(s.x(a.began[i]!), s.y(a.node[i]!));
    c.stroke();
  }
}

/** Paints counts: what was sent above the line of a lane, and what became of arrivals below it; returns how many parts. */
export function paintBins(c: CanvasRenderingContext2D, b: LaneBins, lanes: number[], s: Scene): number {
  const up = Math.max(3, s.row * 0.36), down = Math.max(5, s.row * 0.52);
  let n = 0;
  for (const node of lanes) {
    const lane = b.lanes.get(node), y = s.y(node);
    if (!lane || !(y > -60 && y < s.height + 60)) continue;
    for (let k = 0; k < b.bins; k++) {
      const x = s.x(b.from + k * b.width), w = Math.max(1, s.x(b.from + (k + 1) * b.width) - x - 0.5);
      if (x + w < 0 || x > s.width) continue;
      const sent = lane[k * 5 + 4]!;
      if (sent > 0) {
        const high = Math.max(1, (up * sent) / b.mostSent);
        c.fillStyle = blue;
        c.fillRect(x, y - high, w, high);
        n++;
      }
      const edges = stack([lane[k * 5]!, lane[k * 5 + 1]!, lane[k * 5 + 2]!, lane[k * 5 + 3]!], b.most, down);
      for (let p = 0; p < 4; p++) {
        if (edges[p + 1] === edges[p]) continue;
        c.fillStyle = classColours[p]!;
        c.fillRect(x, y + 1 + edges[p]!, w, edges[p + 1]! - edges[p]!);
        n++;
      }
    }
  }
  return n;
}
