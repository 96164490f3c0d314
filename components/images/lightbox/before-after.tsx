'use client'

import { useState } from 'react'
import { Slider } from '@/components/ui/slider'

/** The source and what became of it, one over the other, with a line between them that can be moved. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  const [part, setPart] = useState(50)
  return (
    <div className="flex w-full flex-col items-center gap-3 p-4">
      <div className="relative">
        {/* biome-ignore lint/performance/noImgElement: shown as it was made */}
        <img
          src={after}
          alt="After"
          className="max-h-[70dvh] max-w-full object-contain max-md:max-h-[42dvh]"
        />
        {/* biome-ignore lint/performance/noImgElement: a file of the browser's own */}
        <img
          src={before}
          alt="Before"
          className="absolute inset-0 size-full object-fill"
          style={{ clipPath: `inset(0 ${100 - part}% 0 0)` }}
        />
        <div
          className="absolute inset-y-0 w-0.5 bg-on-primary shadow-pop"
          style={{ left: `${part}%` }}
          aria-hidden="true"
        />
      </div>
      <Slider
        aria-label="Before and after"
        className="max-w-sm"
        min={0}
        max={100}
        value={part}
        onValueChange={setPart}
      />
    </div>
  )
}
