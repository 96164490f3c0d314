import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse, polygon, rect } = svg

const bloom = (p: Paint, x: number, y: number, size: number, colour: string) =>
  Array.from({ length: 7 }, (_, at) =>
    svg.group(
      `rotate(${Math.round((at * 360) / 7)} ${x} ${y})`,
      ellipse(x, y - size, size * 0.55, size * 0.7, colour),
    ),
  ).join('') + circle(x, y, size * 0.5, p.ink)

export const household = {
  vase: {
    width: 90,
    stance: 'table',
    scale: 1.05,
    draw: (p) =>
      line('M0 -48C-4 -70 -18 -80 -26 -94M0 -48C0 -72 4 -90 2 -108M0 -48C6 -66 20 -76 30 -86', p.leaf, 2.6) +
      path('M-8 -62q-22 -4 -26 -20q22 0 26 20ZM8 -64q20 -2 26 -16q-20 -4 -26 16Z', p.leaf) +
      bloom(p, -27, -96, 12, p.accent) +
      bloom(p, 31, -88, 10, p.second) +
      bloom(p, 2, -110, 14, p.paper) +
      path('M-12 -52C-10 -44 -30 -36 -30 -20C-30 -6 -20 0 0 0S30 -6 30 -20C30 -36 10 -44 12 -52Z', p.body) +
      path('M4 -52H12C10 -44 30 -36 30 -20C30 -6 20 0 0 0C24 -10 14 -40 4 -52Z', p.shade) +
      path('M-28 -24H28L28 -16H-28Z', p.light, 0.8),
  },
  'potted plant': {
    width: 90,
    stance: 'table',
    scale: 0.95,
    draw: (p) =>
      [-160, -135, -112, -90, -68, -45, -20]
        .map((turn, at) =>
          svg.group(
            `translate(0 -40) rotate(${turn})`,
            path(`M0 0Q26 -12 ${52 + (at % 3) * 7} 0Q26 12 0 0Z`, p.leaf, at % 2 ? 1 : 0.82),
          ),
        )
        .join('') +
      path('M-28 -42H28L20 0H-20Z', p.body) +
      path('M8 -42H28L20 0H6Z', p.shade) +
      rect(-31, -48, 62, 10, p.body, 1, 2),
  },
  book: {
    width: 130,
    stance: 'table',
    scale: 0.65,
    draw: (p) =>
      path('M0 -10Q-34 -26 -64 -14V-84Q-34 -96 0 -80Q34 -96 64 -84V-14Q34 -26 0 -10Z', p.body) +
      path('M0 -18Q-30 -32 -57 -22V-90Q-30 -100 0 -86Z', p.paper) +
      path('M0 -18Q30 -32 57 -22V-90Q30 -100 0 -86Z', p.light) +
      mirror(
        line('M9 -74Q28 -82 48 -78M9 -62Q28 -70 48 -66M9 -50Q28 -58 48 -54M9 -38Q28 -46 40 -43', p.shade, 2),
      ) +
      path('M22 -92L32 -93V-58L27 -64L22 -57Z', p.accent) +
      ellipse(0, -4, 60, 4, p.ink, 0.15),
  },
  books: {
    width: 110,
    stance: 'table',
    scale: 0.65,
    draw: (p) =>
      rect(-50, -20, 100, 20, p.body, 1, 2) +
      rect(-42, -38, 88, 18, p.accent, 1, 2) +
      rect(-46, -58, 84, 20, p.second, 1, 2) +
      rect(-36, -20, 8, 20, p.paper) +
      rect(24, -38, 8, 18, p.paper) +
      rect(-30, -52, 40, 3, p.paper) +
      circle(6, -76, 17, p.light) +
      path('M6 -93q1 -8 7 -10', p.ink) +
      path('M8 -92q8 -12 20 -8q-6 12 -20 8Z', p.leaf),
  },
  lamp: {
    width: 84,
    stance: 'table',
    scale: 0.95,
    draw: (p) =>
      polygon(
        [
          [-36, -56],
          [36, -56],
          [60, 0],
          [-60, 0],
        ],
        p.second,
        0.22,
      ) +
      rect(-2.5, -58, 5, 54, p.ink) +
      path('M-24 0C-22 -10 22 -10 24 0Z', p.accent) +
      polygon(
        [
          [-18, -104],
          [18, -104],
          [38, -56],
          [-38, -56],
        ],
        p.body,
      ) +
      polygon(
        [
          [8, -104],
          [18, -104],
          [38, -56],
          [20, -56],
        ],
        p.shade,
      ) +
      rect(-38, -58, 76, 4, p.light),
  },
  candle: {
    width: 56,
    stance: 'table',
    scale: 0.75,
    draw: (p) =>
      circle(0, -88, 26, p.second, 0.28) +
      path('M0 -108q13 18 0 30q-13 -12 0 -30Z', p.accent) +
      path('M0 -94q6 9 0 16q-6 -7 0 -16Z', p.paper) +
      line('M0 -78V-68', p.ink, 2.4) +
      path('M-13 -12V-66Q-4 -74 13 -66V-12Z', p.paper) +
      path('M-13 -66Q-4 -74 13 -66V-54Q9 -44 6 -56T-2 -52T-8 -54T-13 -48Z', p.light) +
      path('M-28 -14H28C28 -4 14 0 0 0S-28 -4 -28 -14Z', p.body),
  },
  clock: {
    width: 100,
    stance: 'table',
    scale: 0.75,
    draw: (p) =>
      mirror(line('M26 -12L36 0', p.ink, 7) + circle(30, -92, 15, p.accent)) +
      rect(-3, -104, 6, 14, p.ink) +
      circle(0, -48, 46, p.body) +
      circle(0, -48, 37, p.paper) +
      Array.from({ length: 12 }, (_, at) =>
        svg.group(`rotate(${at * 30} 0 -48)`, rect(-1.5, -82, 3, at % 3 ? 5 : 9, p.ink)),
      ).join('') +
      line('M0 -48L-14 -66M0 -48L20 -60', p.ink, 5) +
      circle(0, -48, 4.5, p.accent),
  },
  chair: {
    width: 110,
    stance: 'ground',
    scale: 0.8,
    draw: (p) =>
      line('M-34 -24L-42 0M34 -24L42 0', p.ink, 6) +
      path('M-40 -36V-78C-40 -100 40 -100 40 -78V-36Z', p.body) +
      path('M-34 -80Q0 -90 34 -80', p.shade) +
      mirror(path('M30 -22V-50C30 -60 54 -60 54 -48V-22Z', p.shade)) +
      rect(-36, -46, 72, 22, p.light, 1, 9) +
      rect(-48, -28, 96, 12, p.body, 1, 6) +
      rect(-16, -76, 32, 28, p.accent, 1, 6),
  },
} as const satisfies Record<string, Motif>
