import { remember } from '@/lib/platform/remember'

/** The largest picture that is taken: 8192 × 8192. */
export const MAX_PIXELS = 8192 * 8192

type Budget = { free: number; waiting: { pixels: number; go: () => void }[] }

const budget = remember<Budget>('upload-pixel-budget', () => ({ free: MAX_PIXELS, waiting: [] }))

/**
 * Decoding takes memory by the pixel (some formats must be held whole): many small pictures are decoded at once, large
 * ones after each other, in the order they came.
 */
export async function withPixels<T>(pixels: number, work: () => Promise<T>): Promise<T> {
  await new Promise<void>((go) => {
    budget.waiting.push({ pixels, go })
    admit()
  })
  try {
    return await work()
  } finally {
    budget.free += pixels
    admit()
  }
}

function admit(): void {
  for (let next = budget.waiting[0]; next && next.pixels <= budget.free; next = budget.waiting[0]) {
    budget.waiting.shift()
    budget.free -= next.pixels
    next.go()
  }
}
