import sharp from 'sharp'

/** What an upstream answers: pictures of one colour, and what it counted. */
export async function picturesReply(n = 1, { size = '64x64', quality = 'low', usage = true } = {}) {
  const [width, height] = size.split('x').map(Number)
  const create = { width: width ?? 64, height: height ?? 64, channels: 3 as const, background: 'teal' }
  const b64_json = (await sharp({ create }).png().toBuffer()).toString('base64')
  return {
    created: 1,
    data: Array.from({ length: n }, () => ({ b64_json, revised_prompt: 'A teal square' })),
    size,
    quality,
    ...(usage && {
      usage: {
        input_tokens: 10,
        output_tokens: 1000,
        total_tokens: 1010,
        input_tokens_details: { text_tokens: 10, image_tokens: 0 },
      },
    }),
  }
}
