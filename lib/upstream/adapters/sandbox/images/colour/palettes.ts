import type { Palette } from './palette'

const palette = (
  sky: Palette['sky'],
  [far, near]: [string, string],
  [light, accent, second]: [string, string, string],
  [paper, ink]: [string, string],
): Palette => ({ sky, far, near, light, accent, second, paper, ink })

/** Hand-picked, by the hour, the season and the mood that they stand for. */
export const palettes = {
  dawn: palette(
    ['#8db4d4', '#e9c9cf', '#fcdcc0'],
    ['#dfa3a6', '#3b3961'],
    ['#fff3d6', '#ee7566', '#56789f'],
    ['#fbf1e4', '#2b2a4a'],
  ),
  day: palette(
    ['#4fa3d1', '#a9d6e5', '#eef5ea'],
    ['#93c5cc', '#13475a'],
    ['#fff5cb', '#f39a2f', '#e2502b'],
    ['#fbf6e9', '#0f3140'],
  ),
  sunset: palette(
    ['#53366f', '#d95763', '#ffad62'],
    ['#b84a6a', '#24143a'],
    ['#ffe7ad', '#ff7a45', '#ffc861'],
    ['#fdf0dc', '#24143a'],
  ),
  dusk: palette(
    ['#27345f', '#7b6597', '#eeab9f'],
    ['#74608f', '#171a38'],
    ['#ffeacf', '#f08a6c', '#a2b8e4'],
    ['#f7ede4', '#171a38'],
  ),
  night: palette(
    ['#0a1029', '#172650', '#34547f'],
    ['#2d4672', '#060a1a'],
    ['#f6f0d6', '#f2c14e', '#78aee0'],
    ['#f4f0e2', '#0a1029'],
  ),
  winter: palette(
    ['#a9c7dc', '#d5e3ea', '#f8f8f4'],
    ['#b3cad9', '#27435d'],
    ['#fffdf4', '#c9503a', '#6f9cba'],
    ['#f9f8f3', '#1f3850'],
  ),
  spring: palette(
    ['#a5dacb', '#d7eedd', '#fdf4e2'],
    ['#a3d1ad', '#285f48'],
    ['#fff8dc', '#ee7f98', '#f3bd45'],
    ['#fdf7ea', '#214c3b'],
  ),
  summer: palette(
    ['#2a97cc', '#8fd0d6', '#fdf1bd'],
    ['#72c2b0', '#0a4f54'],
    ['#fff4c2', '#ff6647', '#ffc02b'],
    ['#fef8e4', '#0b3d46'],
  ),
  autumn: palette(
    ['#d99a55', '#f0c988', '#fbecd2'],
    ['#d2823f', '#43201a'],
    ['#fff1ce', '#b2302a', '#66733a'],
    ['#fbf0dc', '#3a1c17'],
  ),
  storm: palette(
    ['#2f3945', '#67757f', '#b9c3c4'],
    ['#6d7c86', '#161d26'],
    ['#eef1ea', '#e3b23c', '#6596b4'],
    ['#eef0ec', '#161d26'],
  ),
  woodland: palette(
    ['#b5d1b4', '#dbe7cb', '#f6f3de'],
    ['#93b894', '#12322a'],
    ['#fff6d6', '#df7438', '#b3413a'],
    ['#f7f3e1', '#12322a'],
  ),
  ocean: palette(
    ['#79c4d6', '#bfe3e2', '#f2f8ee'],
    ['#469db4', '#08304b'],
    ['#fffbe3', '#f26b4e', '#f3c353'],
    ['#f5f8f0', '#0a2c44'],
  ),
  desert: palette(
    ['#e9b57b', '#f5d3a3', '#fdeed6'],
    ['#dd9059', '#642a20'],
    ['#fff3d4', '#c94f31', '#2f7d78'],
    ['#fcf0dd', '#4e211b'],
  ),
  neon: palette(
    ['#0f0a2a', '#3b176b', '#b02f8c'],
    ['#6a2793', '#080516'],
    ['#ff6fb0', '#19dfe3', '#ffd23f'],
    ['#f8ecff', '#0d0823'],
  ),
  seventies: palette(
    ['#f0cd95', '#f5dcb0', '#faeccd'],
    ['#dd9747', '#57291c'],
    ['#f7cb6d', '#c64b29', '#2d7a71'],
    ['#faeed6', '#43211a'],
  ),
  noir: palette(
    ['#1b1b1d', '#4b4b4e', '#b7b5b0'],
    ['#77767a', '#0c0c0d'],
    ['#f4f1ea', '#c8102e', '#8d8b88'],
    ['#f2efe8', '#121213'],
  ),
  pastel: palette(
    ['#cfc6ec', '#ead9ee', '#fdefe6'],
    ['#d0b6df', '#5f5289'],
    ['#fff8ea', '#f08fa6', '#7fc2bb'],
    ['#fdf6f1', '#45396c'],
  ),
  nordic: palette(
    ['#cdd9d6', '#e2e8e1', '#f4f2ea'],
    ['#b5c4c0', '#33474c'],
    ['#fffaf0', '#d9704f', '#e0b04c'],
    ['#f6f4ec', '#26373c'],
  ),
  terracotta: palette(
    ['#f0d3bd', '#f6e2d0', '#fbf1e5'],
    ['#dba488', '#5a2d27'],
    ['#fff6e6', '#c2553a', '#3f6f68'],
    ['#fbf2e7', '#3f211f'],
  ),
  aurora: palette(
    ['#071a2c', '#0f3f4f', '#3fa38c'],
    ['#1f5f6b', '#04111d'],
    ['#e8fff0', '#7df0b2', '#b79bf2'],
    ['#eefaf3', '#06182a'],
  ),
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
