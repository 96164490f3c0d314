/** Ways to treat a whole picture after it is composed, or a source that is edited. */
const styles = [
  'sketch',
  'watercolor',
  'pixel',
  'duotone',
  'monochrome',
  'sepia',
  'negative',
  'blur',
  'posterize',
  'blueprint',
] as const
export type Style = (typeof styles)[number]

export const styleWords: readonly (readonly [Style, string])[] = [
  [
    'sketch',
    'sketch, pencil, pencil drawing, pencil sketch, line drawing, line art, charcoal drawing, drawing, etching, engraving, ink drawing',
  ],
  [
    'watercolor',
    'watercolor, watercolour, oil painting, gouache, impressionist, impressionism, painterly, brush strokes, acrylic, van gogh, monet',
  ],
  ['pixel', 'pixel art, pixelated, pixel, 8-bit, 8bit, 16-bit, mosaic, pixelate'],
  ['duotone', 'duotone, two-tone, risograph, riso, screen print, screenprint'],
  ['monochrome', 'black and white, black-and-white, monochrome, greyscale, grayscale, noir, b&w'],
  ['sepia', 'sepia, daguerreotype, old photo, antique photo'],
  ['negative', 'negative, inverted, invert, x-ray, inverted colors'],
  ['blur', 'blur, blurred, blurry, out of focus, bokeh, soft focus, defocused'],
  ['posterize', 'posterize, posterized, pop art, comic, comic book, cartoon, warhol, halftone'],
  ['blueprint', 'blueprint, cyanotype, technical drawing, schematic'],
]
