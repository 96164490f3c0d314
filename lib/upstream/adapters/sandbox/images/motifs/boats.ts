import { svg } from '../drawing/svg'
import type { Motif } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

export const boats = {
  sailboat: {
    width: 104,
    stance: 'water',
    scale: 0.75,
    draw: (p) =>
      rect(-2, -112, 4, 94, p.ink) +
      path('M5 -108C26 -84 36 -52 38 -28H5Z', p.paper) +
      path('M22 -78C31 -62 36 -44 38 -28H22Z', p.light) +
      path('M-5 -96C-10 -70 -22 -42 -34 -28H-5Z', p.accent) +
      path('M-50 -22H50C46 -8 36 0 26 0H-28C-38 0 -46 -8 -50 -22Z', p.body) +
      path('M-50 -22H50L47 -14H-47Z', p.paper) +
      polygon(
        [
          [2, -112],
          [20, -106],
          [2, -100],
        ],
        p.second,
      ),
  },
  ship: {
    width: 200,
    stance: 'water',
    scale: 0.8,
    draw: (p) =>
      [
        [-22, -118, 11],
        [-44, -126, 15],
        [-74, -128, 19],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.paper, 0.75))
        .join('') +
      [-34, 4].map((x) => rect(x, -98, 20, 34, p.accent) + rect(x, -98, 20, 8, p.ink)).join('') +
      rect(-58, -68, 112, 18, p.paper, 1, 3) +
      rect(-72, -52, 140, 20, p.light, 1, 3) +
      [-46, -30, -14, 2, 18, 34].map((x) => rect(x, -63, 8, 7, p.ink)).join('') +
      path('M-96 -34H98C92 -14 82 0 70 0H-72C-84 0 -92 -12 -96 -34Z', p.body) +
      path('M-92 -16H90C84 -6 78 0 70 0H-72C-82 0 -88 -6 -92 -16Z', p.shade) +
      [-64, -40, -16, 8, 32, 56].map((x) => circle(x, -24, 3.6, p.paper)).join(''),
  },
  submarine: {
    width: 170,
    stance: 'deep',
    scale: 0.75,
    draw: (p) =>
      line('M8 -78V-100H24', p.ink, 5) +
      rect(-20, -84, 46, 30, p.shade, 1, 8) +
      ellipse(0, -38, 76, 32, p.body) +
      path('M-76 -38A76 32 0 0 0 76 -38C40 -18 -40 -18 -76 -38Z', p.shade) +
      polygon(
        [
          [-70, -38],
          [-88, -60],
          [-88, -16],
        ],
        p.accent,
      ) +
      [-30, 4, 38].map((x) => circle(x, -42, 12, p.paper) + circle(x, -42, 8, p.second)).join(''),
  },
} as const satisfies Record<string, Motif>
