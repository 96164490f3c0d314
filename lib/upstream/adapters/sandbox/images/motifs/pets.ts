import { svg } from '../drawing/svg'
import { mirror } from './mirror'
import type { Motif, Paint } from './motif'

const { path, line, circle, ellipse, polygon } = svg

const eyes = (p: Paint, x: number, y: number, size = 2.6) =>
  mirror(
    ellipse(x, y, size, size * 1.25, p.ink) + circle(x + size * 0.3, y - size * 0.4, size * 0.35, p.paper),
  )

const sittingBody = (p: Paint) =>
  path('M-23 0C-31 -20 -25 -50 -12 -60H12C25 -50 31 -20 23 0Z', p.body) +
  path('M4 -60H12C25 -50 31 -20 23 0H10C20 -20 16 -46 4 -60Z', p.shade) +
  path('M0 -58C-11 -50 -12 -26 0 -14C12 -26 11 -50 0 -58Z', p.light) +
  mirror(ellipse(9, -3.5, 9, 5, p.light))

export const pets = {
  cat: {
    width: 70,
    stance: 'ground',
    scale: 0.8,
    draw: (p) =>
      line('M20 -8C46 -4 48 -34 36 -42', p.shade, 8.5) +
      sittingBody(p) +
      mirror(
        polygon(
          [
            [3, -86],
            [18, -100],
            [21, -76],
          ],
          p.body,
        ) +
          polygon(
            [
              [8, -86],
              [17, -95],
              [18, -80],
            ],
            p.accent,
          ),
      ) +
      ellipse(0, -72, 22, 18, p.body) +
      path('M0 -90C16 -90 22 -82 22 -72S14 -56 4 -54.5C18 -62 16 -82 0 -90Z', p.shade, 0.6) +
      eyes(p, 8.5, -74) +
      polygon(
        [
          [-2.6, -67],
          [2.6, -67],
          [0, -64],
        ],
        p.accent,
      ) +
      line('M0 -64V-61M-5 -59Q-1 -59 0 -62Q1 -59 5 -59', p.ink, 1.2) +
      mirror(line('M12 -66L27 -69M12 -63L27 -62', p.ink, 0.8, 0.7)),
  },
  dog: {
    width: 72,
    stance: 'ground',
    scale: 0.85,
    natural: '#bd8550',
    draw: (p) =>
      line('M20 -8C38 -8 42 -24 46 -32', p.body, 8) +
      sittingBody(p) +
      path('M-17 -56Q0 -48 17 -56L15 -50Q0 -42 -15 -50Z', p.accent) +
      circle(0, -46, 3.4, p.second) +
      ellipse(0, -76, 20, 20, p.body) +
      mirror(path('M12 -94C30 -96 32 -70 24 -60C17 -60 16 -76 12 -94Z', p.shade)) +
      ellipse(0, -67, 12, 10.5, p.light) +
      eyes(p, 8.5, -80) +
      ellipse(0, -71.5, 4.6, 3.4, p.ink) +
      line('M0 -69V-65M-5 -62Q-1 -62 0 -65Q1 -62 5 -62', p.ink, 1.2) +
      path('M-2.6 -62.4H3Q3 -56 .2 -56T-2.6 -62.4Z', p.accent),
  },
  fox: {
    width: 86,
    stance: 'ground',
    scale: 0.85,
    natural: '#d9642f',
    draw: (p) =>
      path('M10 -2C52 8 60 -34 38 -54C42 -32 30 -20 10 -18Z', p.body) +
      path('M38 -54C55 -40 53 -19 42 -9C41 -18 36 -22 33 -24C40 -32 41 -42 38 -54Z', p.paper) +
      path('M-17 0C-25 -26 -15 -52 0 -60C15 -52 25 -26 17 0Z', p.body) +
      path('M0 -60C15 -52 25 -26 17 0H7C14 -22 12 -44 0 -60Z', p.shade) +
      path('M0 -56C-9 -44 -9 -24 0 -10C9 -24 9 -44 0 -56Z', p.paper) +
      path('M-27 -82L-22 -104L-8 -91H8L22 -104L27 -82C24 -70 11 -60 0 -53C-11 -60 -24 -70 -27 -82Z', p.body) +
      mirror(
        path('M26.6 -80C16 -78 5 -74 0 -53C11 -60 23 -69 26.6 -80Z', p.paper) +
          polygon(
            [
              [12, -90],
              [20.5, -98],
              [23, -85],
            ],
            p.ink,
          ) +
          path('M6 -77Q10.5 -82 14.5 -79Q11 -75.5 6 -77Z', p.ink),
      ) +
      circle(0, -55, 3.6, p.ink) +
      mirror(path('M5 0C5 -8 15 -8 15 0Z', p.ink)),
  },
  rabbit: {
    width: 66,
    stance: 'ground',
    scale: 0.65,
    natural: '#c9b196',
    draw: (p) =>
      circle(31, -15, 8, p.paper) +
      path('M-18 0C-26 -30 0 -52 20 -42C38 -32 38 -8 26 0Z', p.body) +
      path('M6 -44C38 -46 42 -10 26 0H10C28 -10 26 -34 6 -44Z', p.shade) +
      path('M-14 -62C-28 -84 -22 -104 -14 -100C-6 -96 -6 -76 -8 -62Z', p.body) +
      path('M-14 -66C-22 -82 -19 -96 -14 -94C-10 -91 -10 -78 -11 -66Z', p.accent) +
      path('M-6 -62C-8 -86 2 -102 8 -97C14 -92 6 -72 0 -60Z', p.shade) +
      ellipse(-11, -52, 17, 15, p.body) +
      ellipse(-20, -46, 8, 7, p.light) +
      circle(-14, -56, 2.8, p.ink) +
      circle(-26.5, -48, 2, p.accent) +
      ellipse(-14, -4, 12, 5, p.light) +
      ellipse(18, -4, 15, 6, p.light),
  },
  bear: {
    width: 78,
    stance: 'ground',
    scale: 1,
    natural: '#7d543a',
    draw: (p) =>
      path('M-35 0C-45 -40 -28 -64 0 -64C28 -64 45 -40 35 0Z', p.body) +
      path('M6 -64C30 -62 45 -40 35 0H20C32 -26 26 -52 6 -64Z', p.shade) +
      ellipse(0, -26, 20, 24, p.light) +
      mirror(circle(17, -95, 8.5, p.body) + circle(17, -95, 4.5, p.accent)) +
      ellipse(0, -78, 25, 22, p.body) +
      ellipse(0, -70, 12, 10, p.light) +
      eyes(p, 9.5, -81) +
      ellipse(0, -74, 4.6, 3.2, p.ink) +
      line('M0 -71V-67Q-3 -64 -6 -66M0 -67Q3 -64 6 -66', p.ink, 1.3) +
      mirror(
        ellipse(20, -4, 14, 7, p.shade) + path('M30 -50C46 -40 44 -22 34 -18C26 -22 26 -38 30 -50Z', p.shade),
      ),
  },
  panda: {
    width: 78,
    stance: 'ground',
    scale: 1,
    draw: (p) =>
      path('M-35 0C-45 -40 -28 -64 0 -64C28 -64 45 -40 35 0Z', p.paper) +
      path('M-36 -56C-14 -70 14 -70 36 -56L40 -38C18 -48 -18 -48 -40 -38Z', p.ink) +
      mirror(circle(18, -97, 9, p.ink)) +
      ellipse(0, -79, 26, 22, p.paper) +
      mirror(path('M5 -86C12 -92 20 -84 17 -76C12 -70 3 -76 5 -86Z', p.ink) + circle(11, -81, 2.6, p.paper)) +
      ellipse(0, -70, 4.4, 3, p.ink) +
      line('M0 -68V-65Q-3 -62 -6 -64M0 -65Q3 -62 6 -64', p.ink, 1.3) +
      mirror(
        ellipse(20, -5, 15, 8, p.ink) + path('M30 -48C48 -38 46 -20 34 -16C24 -20 24 -36 30 -48Z', p.ink),
      ) +
      path('M-44 -8L-22 -70', p.second),
  },
  lion: {
    width: 84,
    stance: 'ground',
    scale: 0.95,
    natural: '#dba046',
    draw: (p) =>
      line('M18 -6C44 -2 48 -24 42 -36', p.body, 6) +
      path('M36 -34L42 -50L50 -36Z', p.accent) +
      sittingBody(p) +
      Array.from({ length: 14 }, (_, at) =>
        svg.group(
          `rotate(${Math.round((at * 360) / 14)} 0 -72)`,
          ellipse(0, -97, 9, 11, at % 2 ? p.accent : p.second),
        ),
      ).join('') +
      circle(0, -72, 26, p.accent) +
      mirror(circle(15, -89, 6, p.body)) +
      ellipse(0, -72, 19, 19, p.body) +
      ellipse(0, -64, 11, 9, p.light) +
      eyes(p, 7.5, -75) +
      path('M-5 -70H5L0 -64Z', p.ink) +
      line('M0 -64V-60Q-3 -57 -6 -59M0 -60Q3 -57 6 -59', p.ink, 1.3),
  },
} as const satisfies Record<string, Motif>
