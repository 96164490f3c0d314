/** The few shapes that every picture is made of, as SVG. Colours are hex or a gradient's `url(#…)`. */

type Point = readonly [number, number]

export const svg = {
  path: (d: string, fill: string, opacity = 1) => `<path d="${d}" fill="${fill}"${thin('fill', opacity)}/>`,

  line: (d: string, stroke: string, width: number, opacity = 1) =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round"${thin('stroke', opacity)}/>`,

  circle: (x: number, y: number, radius: number, fill: string, opacity = 1) =>
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${thin('fill', opacity)}/>`,

  ring: (x: number, y: number, radius: number, stroke: string, width: number, opacity = 1) =>
    `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="none" stroke="${stroke}" stroke-width="${round(width)}"${thin('stroke', opacity)}/>`,

  ellipse: (x: number, y: number, rx: number, ry: number, fill: string, opacity = 1) =>
    `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(rx)}" ry="${round(ry)}" fill="${fill}"${thin('fill', opacity)}/>`,

  rect: (x: number, y: number, width: number, height: number, fill: string, opacity = 1, corner = 0) =>
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${corner > 0 ? ` rx="${round(corner)}"` : ''}${thin('fill', opacity)}/>`,

  polygon: (points: readonly Point[], fill: string, opacity = 1) =>
    `<polygon points="${points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')}" fill="${fill}"${thin('fill', opacity)}/>`,

  group: (transform: string, content: string, opacity = 1) =>
    `<g${transform === '' ? '' : ` transform="${transform}"`}${faded(opacity)}>${content}</g>`,
}

export function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** For one shape alone: unlike `opacity` it needs no surface of its own, and thousands of stars cost nothing. */
function thin(what: 'fill' | 'stroke', opacity: number): string {
  return opacity >= 1 ? '' : ` ${what}-opacity="${Math.round(opacity * 1000) / 1000}"`
}

function faded(opacity: number): string {
  return opacity >= 1 ? '' : ` opacity="${Math.round(opacity * 1000) / 1000}"`
}
