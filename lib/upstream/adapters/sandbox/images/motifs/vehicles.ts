import { svg } from '../drawing/svg'
import type { Motif, Paint } from './motif'

const { path, line, circle, polygon, rect, ring } = svg

const wheel = (p: Paint, x: number, radius: number) =>
  circle(x, -radius, radius, p.ink) +
  circle(x, -radius, radius * 0.55, p.light) +
  circle(x, -radius, radius * 0.2, p.ink)

export const vehicles = {
  car: {
    width: 196,
    stance: 'ground',
    scale: 0.62,
    draw: (p) =>
      path(
        'M-94 -18C-96 -44 -84 -50 -58 -54L-34 -86C-28 -94 -20 -98 -8 -98H22C34 -98 42 -94 50 -86L70 -56C90 -52 96 -44 95 -18Z',
        p.body,
      ) +
      path('M-95 -30H96V-18H-94Z', p.shade) +
      path(
        'M-44 -56L-26 -82C-22 -87 -18 -89 -10 -89H0V-56ZM8 -56V-89H22C30 -89 36 -87 41 -81L57 -56Z',
        p.light,
      ) +
      path('M-40 -62L-26 -82L-14 -89L-34 -56H-44Z', p.paper, 0.6) +
      rect(12, -48, 16, 4, p.shade, 1, 2) +
      circle(-88, -40, 6, p.second) +
      rect(86, -46, 9, 10, p.accent, 1, 3) +
      rect(-99, -22, 14, 7, p.paper, 1, 3) +
      rect(86, -22, 13, 7, p.paper, 1, 3) +
      wheel(p, -54, 21) +
      wheel(p, 56, 21),
  },
  bus: {
    width: 190,
    stance: 'ground',
    scale: 0.85,
    draw: (p) =>
      path('M-92 -14V-78C-92 -94 -84 -100 -72 -100H74C88 -100 94 -92 94 -80V-14Z', p.body) +
      rect(-92, -46, 186, 8, p.paper) +
      rect(-92, -26, 186, 12, p.shade) +
      [-80, -48, -16, 16].map((x) => rect(x, -86, 27, 30, p.light, 1, 4)).join('') +
      path('M50 -88H78C86 -88 88 -82 88 -76V-52H50Z', p.light) +
      circle(86, -34, 5, p.second) +
      rect(-60, -106, 104, 7, p.accent, 1, 3) +
      wheel(p, -52, 17) +
      wheel(p, 54, 17),
  },
  bicycle: {
    width: 160,
    stance: 'ground',
    scale: 0.75,
    draw: (p) =>
      [-46, 46]
        .map(
          (x) =>
            ring(x, -31, 29, p.ink, 4.5) +
            Array.from({ length: 8 }, (_, at) =>
              svg.group(`rotate(${at * 22.5} ${x} -31)`, line(`M${x - 28} -31H${x + 28}`, p.light, 0.8)),
            ).join('') +
            circle(x, -31, 4, p.ink),
        )
        .join('') +
      line('M-46 -31L-20 -72H30L-2 -31H-46M-20 -72L-2 -31M46 -31L28 -84', p.body, 6) +
      line('M28 -84L24 -94H40M-24 -78L-20 -72', p.ink, 5) +
      path('M-38 -84H-12Q-14 -76 -22 -76T-38 -84Z', p.accent) +
      ring(-2, -31, 9, p.accent, 4) +
      line('M-8 -25L4 -38', p.ink, 3.6) +
      path('M34 -88H58L54 -66H38Z', p.second),
  },
  train: {
    width: 210,
    stance: 'ground',
    scale: 0.85,
    draw: (p) =>
      rect(-104, -12, 208, 4, p.ink) +
      rect(40, -92, 56, 72, p.body, 1, 3) +
      rect(34, -100, 68, 9, p.shade, 1, 4) +
      rect(50, -82, 36, 26, p.light, 1, 3) +
      rect(-72, -70, 114, 46, p.accent, 1, 8) +
      rect(-86, -66, 18, 38, p.shade, 1, 4) +
      [-44, -8, 28].map((x) => rect(x, -70, 5, 46, p.shade)).join('') +
      path('M-66 -70L-70 -96H-44L-48 -70Z', p.ink) +
      path('M-14 -70A13 13 0 0 1 12 -70Z', p.second) +
      polygon(
        [
          [-84, -24],
          [-104, -6],
          [-66, -6],
          [-66, -24],
        ],
        p.body,
      ) +
      [-46, -10].map((x) => circle(x, -17, 17, p.ink) + circle(x, -17, 9, p.second)).join('') +
      circle(66, -22, 22, p.ink) +
      circle(66, -22, 13, p.second) +
      line('M-46 -17H66', p.light, 5) +
      [
        [-60, -112, 12],
        [-40, -124, 16],
        [-12, -130, 21],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.paper, 0.85))
        .join(''),
  },
} as const satisfies Record<string, Motif>
