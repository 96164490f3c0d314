'use client'

import { useState } from 'react'
import { cn } from '@/components/ui/cn'

/** Fits the frame; a press shows it at its real size, to be scrolled. */
export function ZoomPicture({ url, alt }: { url: string; alt: string }) {
  const [isZoomed, setZoomed] = useState(false)
  return (
    <div className={cn('size-full', isZoomed ? 'overflow-auto' : 'grid place-items-center overflow-hidden')}>
      <button
        type="button"
        aria-label={isZoomed ? 'Fit the picture to the window' : 'Show the picture at its real size'}
        onClick={() => setZoomed((before) => !before)}
        className={cn('block', isZoomed ? 'cursor-zoom-out' : 'cursor-zoom-in')}
      >
        {/* biome-ignore lint/performance/noImgElement: shown as it was made */}
        <img
          src={url}
          alt={alt}
          className={isZoomed ? 'max-w-none' : 'max-h-[80dvh] max-w-full object-contain max-md:max-h-[55dvh]'}
        />
      </button>
    </div>
  )
}
