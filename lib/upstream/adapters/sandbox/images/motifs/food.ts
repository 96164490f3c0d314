import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse, polygon, rect, ring } = svg

const steam = (p: Paint, x: number, y: number) =>
  line(`M${x - 9} ${y}q-7 -9 0 -17t0 -17M${x + 9} ${y}q-7 -9 0 -17t0 -17`, p.paper, 3.6, 0.85)

export const food = {
  cup: {
    width: 108,
    stance: 'table',
    scale: 0.7,
    draw: (p) =>
      steam(p, 0, -76) +
      ellipse(0, -5, 52, 7, p.paper) +
      ellipse(0, -6, 30, 3.6, p.light) +
      ring(38, -42, 14, p.body, 8) +
      path('M-40 -68H40C40 -30 26 -8 12 -6H-12C-26 -8 -40 -30 -40 -68Z', p.body) +
      path('M16 -68H40C40 -30 26 -8 12 -6H0C14 -14 20 -40 16 -68Z', p.shade) +
      ellipse(0, -68, 40, 8, p.light) +
      ellipse(0, -67, 34, 5.5, p.ink) +
      path('M-8 -67q8 -5 16 0q-8 5 -16 0Z', p.accent),
  },
  teapot: {
    width: 134,
    stance: 'table',
    scale: 0.75,
    draw: (p) =>
      path('M34 -52C54 -50 52 -80 68 -84L62 -72C58 -50 54 -30 34 -26Z', p.body) +
      line('M-38 -62C-76 -72 -74 -16 -34 -22', p.shade, 9) +
      path('M-44 -40C-44 -84 44 -84 44 -40C44 -14 30 0 0 0S-44 -14 -44 -40Z', p.body) +
      path('M14 -72C52 -66 50 0 0 0C24 -12 32 -50 14 -72Z', p.shade) +
      path('M-24 -68C-20 -82 20 -82 24 -68Q0 -60 -24 -68Z', p.accent) +
      circle(0, -84, 6, p.second) +
      path('M-34 -46C-34 -62 -24 -66 -18 -66C-28 -56 -28 -46 -28 -38Z', p.paper, 0.5),
  },
  bottle: {
    width: 40,
    stance: 'table',
    scale: 1.05,
    draw: (p) =>
      path('M-17 0V-54C-17 -68 -7 -70 -7 -82V-108H7V-82C7 -70 17 -68 17 -54V0Z', p.body) +
      path('M4 -108H7V-82C7 -70 17 -68 17 -54V0H6V-54C6 -66 4 -76 4 -108Z', p.shade) +
      rect(-8, -112, 16, 16, p.accent, 1, 2) +
      rect(-17, -46, 34, 30, p.paper) +
      circle(0, -34, 7, p.accent) +
      rect(-10, -24, 20, 2.4, p.ink) +
      path('M-13 -52C-13 -62 -5 -66 -4.500 -80V-94H-3V-80C-3 -66 -9 -62 -9 -52V-50H-13Z', p.paper, 0.6),
  },
  glass: {
    width: 60,
    stance: 'table',
    scale: 0.8,
    draw: (p) =>
      path('M-24 -98C-26 -66 -18 -50 -3 -46V-6H-18V0H18V-6H3V-46C18 -50 26 -66 24 -98Z', p.light, 0.75) +
      path('M-23.500 -80C-22 -62 -14 -52 0 -50C14 -52 22 -62 23.500 -80Q0 -72 -23.500 -80Z', p.body) +
      path('M-18 -92C-18 -76 -16 -66 -12 -60', p.paper) +
      circle(22, -98, 12, p.second) +
      circle(22, -98, 8.5, p.paper) +
      line('M22 -106V-90M14 -98H30M16 -104L28 -92M28 -104L16 -92', p.second, 1.6),
  },
  burger: {
    width: 120,
    stance: 'table',
    scale: 0.75,
    natural: '#d9984a',
    draw: (p) =>
      path('M-54 -20H54V-12C54 -2 46 0 40 0H-40C-46 0 -54 -2 -54 -12Z', p.body) +
      rect(-56, -34, 112, 16, p.ink, 1, 8) +
      path('M-56 -40H56L36 -24L20 -36L4 -26L-16 -36L-34 -26Z', '#f2c230') +
      rect(-54, -50, 108, 9, '#c8412f', 1, 4) +
      path('M-60 -54Q-50 -44 -40 -54T-20 -54T0 -54T20 -54T40 -54T60 -54V-62H-60Z', p.leaf) +
      path('M-56 -60C-54 -104 54 -104 56 -60Z', p.body) +
      path('M14 -92C46 -88 56 -76 56 -60H32C32 -74 26 -86 14 -92Z', p.shade) +
      [
        [-30, -76],
        [-12, -84],
        [8, -82],
        [-18, -70],
        [24, -72],
      ]
        .map(([x = 0, y = 0]) => ellipse(x, y, 3.6, 2.2, p.paper))
        .join(''),
  },
  pizza: {
    width: 104,
    stance: 'table',
    scale: 0.8,
    natural: '#e9b44c',
    draw: (p) =>
      polygon(
        [
          [-46, -82],
          [46, -82],
          [0, 0],
        ],
        p.body,
      ) +
      path('M-54 -86C-50 -102 50 -102 54 -86C50 -74 -50 -74 -54 -86Z', p.shade) +
      [
        [-18, -64, 10],
        [16, -60, 11],
        [-2, -34, 9],
      ]
        .map(
          ([x = 0, y = 0, r = 0]) =>
            circle(x, y, r, '#c2402f') + circle(x - r * 0.3, y - r * 0.3, r * 0.25, p.light),
        )
        .join('') +
      [
        [2, -72],
        [-14, -46],
        [10, -42],
      ]
        .map(([x = 0, y = 0]) => ellipse(x, y, 5, 2.6, p.leaf))
        .join('') +
      path('M-20 -76V-58a4 4 0 0 1 -8 0V-76Z', p.body),
  },
  cake: {
    width: 112,
    stance: 'table',
    scale: 0.8,
    draw: (p) =>
      rect(-56, -6, 112, 6, p.paper, 1, 3) +
      rect(-46, -44, 92, 38, p.body, 1, 4) +
      rect(-46, -28, 92, 6, p.light) +
      rect(-32, -76, 64, 34, p.accent, 1, 4) +
      path('M-46 -44H46V-36Q38 -26 31 -36T15 -36T0 -36T-15 -36T-31 -36T-46 -36Z', p.paper) +
      path('M-32 -76H32V-68Q24 -58 16 -68T0 -68T-16 -68T-32 -68Z', p.paper) +
      [-18, 0, 18]
        .map((x) => rect(x - 2, -92, 4, 17, p.second) + path(`M${x} -106q6 8 0 13q-6 -5 0 -13Z`, p.accent))
        .join(''),
  },
  'ice cream': {
    width: 64,
    stance: 'table',
    scale: 0.8,
    draw: (p) =>
      polygon(
        [
          [-22, -52],
          [22, -52],
          [0, 0],
        ],
        p.accent,
      ) +
      line('M-16 -40L6 -14M-6 -50L12 -28M16 -40L-6 -14M6 -50L-12 -28', p.shade, 1.8) +
      circle(-12, -62, 17, p.body) +
      circle(13, -62, 17, p.second) +
      circle(0, -82, 18, p.light) +
      path('M-28 -58Q-24 -46 -16 -54Q-10 -44 -2 -54Q6 -44 14 -54Q22 -46 29 -58Z', p.body) +
      circle(2, -104, 6.5, p.accent) +
      line('M3 -109q2 -8 9 -10', p.ink, 1.8),
  },
  bowl: {
    width: 124,
    stance: 'table',
    scale: 0.75,
    draw: (p) =>
      steam(p, -6, -80) +
      line('M14 -56L58 -106M24 -56L68 -102', p.ink, 3.6) +
      ellipse(0, -54, 54, 14, p.light) +
      line('M-36 -54q8 -10 16 0t16 0t16 0t16 0', p.accent, 4) +
      circle(-22, -56, 10, p.paper) +
      circle(-22, -56, 5, p.second) +
      ellipse(18, -58, 12, 5, p.leaf) +
      path('M-56 -54C-54 -22 -34 -8 -20 -6H20C34 -8 54 -22 56 -54Q0 -36 -56 -54Z', p.body) +
      path('M22 -44C40 -46 50 -50 56 -54C54 -22 34 -8 20 -6H4C20 -14 26 -30 22 -44Z', p.shade) +
      rect(-20, -7, 40, 7, p.shade, 1, 2) +
      mirror(path('M8 -30q8 -8 16 0q-8 8 -16 0Z', p.paper, 0.8)),
  },
  bread: {
    width: 130,
    stance: 'table',
    scale: 0.6,
    natural: '#c98a45',
    draw: (p) =>
      path('M-62 -30C-66 -62 -30 -66 0 -66S66 -62 62 -30C62 -8 40 0 0 0S-62 -8 -62 -30Z', p.body) +
      path('M20 -65C50 -62 66 -56 62 -30C62 -8 40 0 0 0C40 -12 44 -46 20 -65Z', p.shade) +
      [-34, -8, 18].map((x) => path(`M${x} -56q22 12 16 36q-16 -10 -16 -36Z`, p.light)).join(''),
  },
} as const satisfies Record<string, Motif>
