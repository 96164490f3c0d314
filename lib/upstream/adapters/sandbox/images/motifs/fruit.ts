import { svg } from '../drawing/svg'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse } = svg

const sprig = (p: Paint, x: number, y: number) =>
  line(`M${x} ${y}q1 -8 6 -13`, p.ink, 3) + path(`M${x + 4} ${y - 8}q10 -16 26 -12q-6 16 -26 12Z`, p.leaf)

export const fruit = {
  apple: {
    width: 84,
    stance: 'table',
    scale: 0.5,
    natural: '#c8412f',
    draw: (p) =>
      path(
        'M0 -74C-18 -86 -44 -76 -42 -42C-40 -14 -22 2 -8 0Q0 -3 8 0C22 2 40 -14 42 -42C44 -76 18 -86 0 -74Z',
        p.body,
      ) +
      path('M14 -78C36 -78 44 -66 42 -42C40 -14 22 2 8 0C30 -20 32 -58 14 -78Z', p.shade) +
      ellipse(-22, -54, 7, 13, p.paper, 0.5) +
      sprig(p, 0, -70),
  },
  orange: {
    width: 84,
    stance: 'table',
    scale: 0.5,
    natural: '#ef8a2c',
    draw: (p) =>
      circle(0, -42, 42, p.body) +
      path('M14 -82A42 42 0 0 1 10 -1.200C30 -20 34 -60 14 -82Z', p.shade) +
      ellipse(-18, -58, 9, 12, p.paper, 0.4) +
      sprig(p, 0, -80),
  },
  lemon: {
    width: 110,
    stance: 'table',
    scale: 0.42,
    natural: '#f2c230',
    draw: (p) =>
      path(
        'M-54 -44C-46 -46 -38 -80 0 -82C38 -80 46 -46 54 -42C48 -36 40 -4 0 -2C-38 -4 -46 -38 -54 -44Z',
        p.body,
      ) +
      path('M10 -81C44 -72 46 -46 54 -42C48 -36 40 -4 0 -2C30 -20 34 -56 10 -81Z', p.shade) +
      ellipse(-20, -56, 12, 9, p.paper, 0.45) +
      path('M40 -70q14 -22 36 -16q-10 20 -36 16Z', p.leaf),
  },
  pear: {
    width: 70,
    stance: 'table',
    scale: 0.62,
    natural: '#b9b24a',
    draw: (p) =>
      path(
        'M0 -94C-16 -94 -16 -76 -20 -64C-26 -50 -36 -42 -36 -24C-36 -4 -18 0 0 0S36 -4 36 -24C36 -42 26 -50 20 -64C16 -76 16 -94 0 -94Z',
        p.body,
      ) +
      path('M6 -93C16 -90 16 -76 20 -64C26 -50 36 -42 36 -24C36 -4 18 0 0 0C28 -14 14 -60 6 -93Z', p.shade) +
      ellipse(-18, -32, 6, 12, p.paper, 0.45) +
      sprig(p, 0, -92),
  },
  cherries: {
    width: 92,
    stance: 'table',
    scale: 0.5,
    natural: '#b3202f',
    draw: (p) =>
      line('M-24 -34C-20 -60 -4 -82 16 -98M24 -30C24 -56 20 -80 16 -98', p.leaf, 4) +
      path('M16 -98q26 -16 42 6q-26 14 -42 -6Z', p.leaf) +
      circle(-25, -22, 22, p.body) +
      circle(24, -22, 22, p.shade) +
      ellipse(-32, -30, 5, 7, p.paper, 0.6) +
      ellipse(17, -30, 5, 7, p.paper, 0.6),
  },
  strawberry: {
    width: 80,
    stance: 'table',
    scale: 0.55,
    natural: '#d63a3a',
    draw: (p) =>
      path('M-36 -66C-46 -40 -14 -2 0 0C14 -2 46 -40 36 -66C30 -82 -30 -82 -36 -66Z', p.body) +
      path('M10 -78C44 -76 44 -44 0 0C22 -30 24 -56 10 -78Z', p.shade) +
      [
        [-20, -58],
        [0, -62],
        [20, -56],
        [-12, -42],
        [10, -40],
        [-2, -24],
        [-26, -44],
        [2, -48],
      ]
        .map(([x = 0, y = 0]) => ellipse(x, y, 2, 3.4, p.paper))
        .join('') +
      path('M0 -78L-38 -74L-20 -86L-26 -100L-6 -88L0 -104L6 -88L26 -100L20 -86L38 -74Z', p.leaf),
  },
  avocado: {
    width: 72,
    stance: 'table',
    scale: 0.65,
    natural: '#4f7a3a',
    draw: (p) =>
      path(
        'M0 -100C-18 -100 -22 -70 -30 -52C-42 -24 -26 0 0 0S42 -24 30 -52C22 -70 18 -100 0 -100Z',
        p.body,
      ) +
      path('M0 -92C-14 -92 -16 -66 -24 -50C-34 -24 -22 -6 0 -6S34 -24 24 -50C16 -66 14 -92 0 -92Z', p.light) +
      circle(0, -32, 18, p.ink) +
      circle(-6, -38, 5, p.paper, 0.5),
  },
} as const satisfies Record<string, Motif>
