import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif } from './motif'

const { path, line, circle, ellipse, polygon, rect, ring } = svg

export const objects = {
  camera: {
    width: 130,
    stance: 'table',
    scale: 0.65,
    draw: (p) =>
      path('M-22 -76L-14 -94H18L26 -76Z', p.shade) +
      rect(-60, -80, 120, 80, p.body, 1, 10) +
      rect(-60, -60, 120, 36, p.ink) +
      rect(-52, -88, 20, 9, p.accent, 1, 3) +
      circle(2, -42, 34, p.light) +
      circle(2, -42, 27, p.ink) +
      circle(2, -42, 18, p.second) +
      circle(2, -42, 9, p.ink) +
      circle(-6, -51, 5, p.paper, 0.85) +
      rect(38, -74, 14, 9, p.paper, 1, 2),
  },
  guitar: {
    width: 70,
    stance: 'table',
    scale: 1.2,
    natural: '#b9743c',
    draw: (p) =>
      rect(-4.5, -104, 9, 60, p.ink) +
      path('M-7 -120H7L6 -100H-6Z', p.accent) +
      mirror(circle(9, -116, 2, p.ink) + circle(9, -109, 2, p.ink)) +
      path(
        'M0 -58C-16 -60 -22 -50 -20 -42C-18 -36 -20 -34 -26 -28C-34 -16 -26 0 0 0S34 -16 26 -28C20 -34 18 -36 20 -42C22 -50 16 -60 0 -58Z',
        p.body,
      ) +
      path('M6 -58C18 -58 22 -50 20 -42C18 -36 20 -34 26 -28C34 -16 26 0 0 0C26 -12 10 -34 6 -58Z', p.shade) +
      circle(0, -38, 9, p.ink) +
      ring(0, -38, 11, p.light, 1.8) +
      rect(-11, -16, 22, 4, p.ink, 1, 1) +
      line('M-2.400 -104V-15M0 -104V-15M2.400 -104V-15', p.paper, 0.7),
  },
  umbrella: {
    width: 110,
    stance: 'ground',
    scale: 0.75,
    draw: (p) =>
      line('M0 -96V-10C0 4 -16 4 -16 -8', p.ink, 4) +
      path(
        'M-54 -48C-50 -112 50 -112 54 -48Q45 -58 36 -48Q27 -58 18 -48Q9 -58 0 -48Q-9 -58 -18 -48Q-27 -58 -36 -48Q-45 -58 -54 -48Z',
        p.body,
      ) +
      path('M0 -96C-12 -84 -18 -64 -18 -48Q-9 -58 0 -48Q9 -58 18 -48C18 -64 12 -84 0 -96Z', p.accent) +
      path('M0 -96C30 -90 36 -66 36 -48Q45 -58 54 -48C52 -80 30 -96 0 -96Z', p.shade) +
      rect(-1.5, -106, 3, 12, p.ink),
  },
  crown: {
    width: 120,
    stance: 'table',
    scale: 0.6,
    natural: '#e0a92e',
    draw: (p) =>
      path('M-54 -10L-60 -74L-30 -46L0 -92L30 -46L60 -74L54 -10Z', p.body) +
      path('M0 -92L30 -46L60 -74L54 -10H20Z', p.shade) +
      rect(-54, -14, 108, 14, p.accent, 1, 3) +
      [
        [-60, -78, 6],
        [0, -96, 7],
        [60, -78, 6],
      ]
        .map(([x = 0, y = 0, r = 0]) => circle(x, y, r, p.second))
        .join('') +
      [-30, 0, 30]
        .map((x) =>
          polygon(
            [
              [x, -36],
              [x + 7, -28],
              [x, -20],
              [x - 7, -28],
            ],
            p.paper,
          ),
        )
        .join(''),
  },
  heart: {
    width: 108,
    stance: 'air',
    scale: 0.85,
    natural: '#d8384a',
    draw: (p) =>
      path(
        'M0 -8C-50 -40 -58 -66 -48 -84C-36 -102 -10 -98 0 -76C10 -98 36 -102 48 -84C58 -66 50 -40 0 -8Z',
        p.body,
      ) +
      path('M24 -94C42 -94 52 -82 52 -68C50 -46 30 -26 0 -8C30 -36 40 -66 24 -94Z', p.shade) +
      ellipse(-30, -74, 9, 12, p.paper, 0.5),
  },
  gem: {
    width: 110,
    stance: 'table',
    scale: 0.65,
    draw: (p) =>
      polygon(
        [
          [-54, -62],
          [-30, -92],
          [30, -92],
          [54, -62],
          [0, 0],
        ],
        p.body,
      ) +
      polygon(
        [
          [-54, -62],
          [-30, -92],
          [-18, -62],
        ],
        p.light,
      ) +
      polygon(
        [
          [-30, -92],
          [30, -92],
          [18, -62],
          [-18, -62],
        ],
        p.paper,
        0.75,
      ) +
      polygon(
        [
          [30, -92],
          [54, -62],
          [18, -62],
        ],
        p.shade,
      ) +
      polygon(
        [
          [18, -62],
          [54, -62],
          [0, 0],
        ],
        p.shade,
      ) +
      polygon(
        [
          [-18, -62],
          [18, -62],
          [0, 0],
        ],
        p.body,
      ) +
      polygon(
        [
          [-54, -62],
          [-18, -62],
          [0, 0],
        ],
        p.light,
        0.7,
      ),
  },
  'light bulb': {
    width: 80,
    stance: 'air',
    scale: 0.8,
    natural: '#f5c84c',
    draw: (p) =>
      Array.from({ length: 9 }, (_, at) =>
        svg.group(`rotate(${-120 + at * 30} 0 -66)`, rect(-2, -116, 4, 12, p.accent, 1, 2)),
      ).join('') +
      path('M-14 -26C-14 -40 -30 -46 -30 -66C-30 -106 30 -106 30 -66C30 -46 14 -40 14 -26Z', p.body) +
      path('M-20 -68C-20 -84 -10 -90 0 -90', p.paper) +
      line('M-8 -28L-10 -58L0 -48L10 -58L8 -28', p.ink, 2.4) +
      rect(-14, -26, 28, 7, p.ink, 1, 2) +
      rect(-12, -18, 24, 6, p.shade, 1, 2) +
      path('M-9 -11H9L4 -4H-4Z', p.ink),
  },
  music: {
    width: 90,
    stance: 'air',
    scale: 0.8,
    draw: (p) =>
      line('M-18 -14V-84L36 -98V-26', p.body, 8) +
      polygon(
        [
          [-22, -86],
          [40, -102],
          [40, -84],
          [-22, -68],
        ],
        p.body,
      ) +
      ellipse(-32, -14, 19, 14, p.accent) +
      ellipse(22, -26, 19, 14, p.second),
  },
} as const satisfies Record<string, Motif>
