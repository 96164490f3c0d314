import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

export const people = {
  figure: {
    width: 44,
    stance: 'ground',
    scale: 0.6,
    draw: (p) =>
      path('M-9 -34L-8 0H-1L0 -30L2 0H9L10 -34Z', p.ink) +
      path('M-14 -74C-18 -50 -18 -34 -18 -24H18C18 -34 18 -50 14 -74C8 -80 -8 -80 -14 -74Z', p.body) +
      path('M2 -78C10 -78 13 -76 14 -74C18 -50 18 -34 18 -24H6C8 -40 8 -60 2 -78Z', p.shade) +
      path('M-11 -76Q0 -66 11 -76L12 -70Q0 -60 -12 -70Z', p.accent) +
      circle(0, -88, 10.5, p.light) +
      path('M-11 -88C-12 -104 12 -104 11 -88C6 -94 -6 -94 -11 -88Z', p.ink),
  },
  astronaut: {
    width: 86,
    stance: 'space',
    scale: 0.9,
    draw: (p) =>
      rect(-30, -62, 60, 42, p.shade, 1, 8) +
      mirror(
        path('M4 -28L6 0H24L20 -32Z', p.paper) +
          rect(5, -7, 20, 8, p.accent, 1, 3) +
          path('M20 -58C36 -54 42 -40 40 -26L29 -24C30 -36 26 -42 18 -44Z', p.paper) +
          circle(34.5, -22, 6, p.accent),
      ) +
      path('M-24 -58C-24 -66 24 -66 24 -58V-26C24 -18 -24 -18 -24 -26Z', p.paper) +
      path('M8 -63C20 -62 24 -60 24 -58V-26C24 -21 16 -20 8 -20C14 -30 14 -50 8 -63Z', p.light) +
      rect(-13, -48, 26, 16, p.body, 1, 3) +
      circle(-6, -40, 3, p.second) +
      rect(0, -44, 9, 3, p.paper) +
      rect(0, -38, 9, 3, p.accent) +
      circle(0, -82, 25, p.paper) +
      ellipse(0, -82, 19, 17, p.ink) +
      path('M-14 -86C-12 -95 -4 -97 2 -97C-6 -92 -8 -86 -8 -80Z', p.second) +
      circle(9, -76, 3.4, p.body),
  },
  robot: {
    width: 96,
    stance: 'ground',
    scale: 0.9,
    draw: (p) =>
      line('M0 -98V-112', p.ink, 3) +
      circle(0, -114, 5, p.accent) +
      mirror(
        rect(8, -16, 14, 16, p.shade, 1, 3) +
          line('M28 -50C42 -48 44 -36 42 -24', p.shade, 8) +
          path('M34 -26a9 9 0 1 1 16 0l-4 -6h-8Z', p.ink) +
          rect(30, -84, 7, 16, p.accent, 1, 3),
      ) +
      rect(-30, -58, 60, 44, p.body, 1, 8) +
      rect(8, -58, 22, 44, p.shade, 1, 8) +
      rect(-20, -50, 40, 20, p.paper, 1, 4) +
      line('M-15 -40H-8L-4 -46L2 -34L6 -40H15', p.accent, 2.4) +
      [-12, 0, 12]
        .map((x, at) => circle(x, -22, 3.4, [p.accent, p.second, p.paper][at] ?? p.accent))
        .join('') +
      rect(-32, -100, 64, 40, p.body, 1, 12) +
      rect(-25, -92, 50, 25, p.ink, 1, 10) +
      mirror(circle(11, -80, 6, p.second) + circle(12.5, -81.5, 2, p.paper)) +
      line('M-5 -71Q0 -68 5 -71', p.paper, 1.8),
  },
  ghost: {
    width: 80,
    stance: 'air',
    scale: 0.75,
    natural: '#f4f1ea',
    draw: (p) =>
      path('M-36 0V-56C-36 -110 36 -110 36 -56V0L24 -12L12 0L0 -12L-12 0L-24 -12Z', p.body) +
      path('M8 -96C30 -92 36 -74 36 -56V0L24 -12L18 -6C22 -40 24 -76 8 -96Z', p.shade, 0.5) +
      mirror(ellipse(12, -64, 5, 7.5, p.ink)) +
      ellipse(0, -46, 5, 7, p.ink) +
      mirror(ellipse(23, -52, 5, 3, p.accent, 0.7)),
  },
  snowman: {
    width: 90,
    stance: 'ground',
    scale: 0.8,
    natural: '#fbfaf5',
    draw: (p) =>
      mirror(line('M20 -46L42 -62M36 -58L40 -50', p.ink, 2.6)) +
      circle(0, -24, 26, p.body) +
      path('M8 -48A26 26 0 0 1 4 1C20 -12 22 -36 8 -48Z', p.shade, 0.6) +
      circle(0, -58, 19, p.body) +
      circle(0, -84, 15, p.body) +
      path('M-15 -74Q0 -66 15 -74L16 -67Q0 -58 -16 -67Z', p.accent) +
      polygon(
        [
          [8, -70],
          [16, -69],
          [18, -46],
          [11, -45],
        ],
        p.accent,
      ) +
      rect(-13, -112, 26, 19, p.ink, 1, 2) +
      rect(-20, -96, 40, 4, p.ink, 1, 2) +
      rect(-13, -101, 26, 5, p.accent) +
      mirror(circle(5, -87, 2, p.ink)) +
      polygon(
        [
          [0, -84],
          [16, -80],
          [0, -79],
        ],
        '#ef8a2c',
      ) +
      [-60, -50, -24].map((y) => circle(0, y, 2.4, p.ink)).join(''),
  },
} as const satisfies Record<string, Motif>
