import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

export const aircraft = {
  plane: {
    width: 180,
    stance: 'air',
    scale: 0.62,
    draw: (p) =>
      polygon(
        [
          [-60, -56],
          [-92, -92],
          [-72, -92],
          [-34, -58],
        ],
        p.shade,
      ) +
      polygon(
        [
          [10, -60],
          [-28, -98],
          [-8, -98],
          [40, -60],
        ],
        p.shade,
      ) +
      path('M-84 -58C-60 -70 40 -74 70 -62C90 -56 94 -44 80 -40C40 -30 -60 -36 -84 -58Z', p.body) +
      path('M-84 -58C-50 -42 50 -38 88 -46C84 -42 82 -40.500 80 -40C40 -30 -60 -36 -84 -58Z', p.light) +
      path('M62 -64.500C74 -62 82 -58 86 -54H60Z', p.ink) +
      [-40, -24, -8, 8, 24, 40].map((x) => circle(x, -56, 3.6, p.light)).join('') +
      polygon(
        [
          [14, -46],
          [-40, -8],
          [-16, -8],
          [48, -46],
        ],
        p.accent,
      ) +
      polygon(
        [
          [-70, -52],
          [-90, -36],
          [-78, -36],
          [-52, -50],
        ],
        p.accent,
      ),
  },
  rocket: {
    width: 62,
    stance: 'space',
    scale: 1.1,
    draw: (p) =>
      path('M-12 -22C-16 -8 -6 6 0 16C6 6 16 -8 12 -22Z', p.second) +
      path('M-6 -22C-8 -12 -2 -4 0 4C2 -4 8 -12 6 -22Z', p.paper) +
      mirror(path('M16 -52C30 -44 34 -30 30 -14L14 -26Z', p.accent)) +
      path('M0 -112C24 -92 26 -54 16 -22H-16C-26 -54 -24 -92 0 -112Z', p.paper) +
      path('M0 -112C24 -92 26 -54 16 -22H6C16 -54 14 -92 0 -112Z', p.light) +
      path('M0 -112C9 -104 15 -95 18 -84H-18C-15 -95 -9 -104 0 -112Z', p.body) +
      circle(0, -66, 11, p.body) +
      circle(0, -66, 7.5, p.ink) +
      path('M-5 -69A6 6 0 0 1 1 -72', p.light) +
      rect(-18.5, -34, 37, 6, p.body) +
      rect(-3, -44, 6, 26, p.accent, 1, 3),
  },
  ufo: {
    width: 150,
    stance: 'air',
    scale: 0.7,
    draw: (p) =>
      polygon(
        [
          [-24, -44],
          [24, -44],
          [58, 0],
          [-58, 0],
        ],
        p.second,
        0.35,
      ) +
      path('M-34 -62C-32 -104 32 -104 34 -62Z', p.light) +
      path('M-22 -68C-20 -90 -8 -94 0 -94', p.light) +
      ellipse(0, -56, 74, 20, p.body) +
      path('M-74 -56A74 20 0 0 0 74 -56C50 -46 -50 -46 -74 -56Z', p.shade) +
      [-50, -26, 0, 26, 50]
        .map((x, at) => circle(x, -48 + Math.abs(at - 2) * -2.4, 5, at % 2 ? p.accent : p.paper))
        .join(''),
  },
  'hot air balloon': {
    width: 76,
    stance: 'air',
    scale: 0.85,
    draw: (p) =>
      path('M-8 -28C-40 -52 -44 -100 0 -108C44 -100 40 -52 8 -28Z', p.body) +
      path('M-4 -28C-20 -54 -22 -100 0 -108C22 -100 20 -54 4 -28Z', p.accent) +
      path('M-1 -28C-8 -54 -8 -98 0 -108C8 -98 8 -54 1 -28Z', p.paper) +
      path('M8 -28C40 -52 44 -100 0 -108C34 -96 26 -52 8 -28Z', p.shade, 0.45) +
      line('M-8 -28L-7 -14M8 -28L7 -14', p.ink, 1.4) +
      rect(-9, -28.5, 18, 3.5, p.shade) +
      path('M-9 -14H9L7 0H-7Z', p.second) +
      rect(-10, -15.5, 20, 4, p.ink, 1, 2),
  },
} as const satisfies Record<string, Motif>
