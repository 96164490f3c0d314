'use client'

import { AudioLines, Film, ImageOff, UserRound } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/components/ui/cn'
import type { SourceMedia } from '../draft'

type SourceThumbProps = { media: SourceMedia; alt: string; className?: string }

/** A picture as itself; videos, sounds and what cannot be shown as a sign. */
export function SourceThumb({ media, alt, className }: SourceThumbProps) {
  const [lost, setLost] = useState<string | null>(null)
  if (media.preview !== null && lost !== media.preview)
    return (
      // biome-ignore lint/performance/noImgElement: a link of ours, shown as it is
      <img src={media.preview} alt={alt} className={className} onError={() => setLost(media.preview)} />
    )
  const Icon = lost ? ImageOff : signOf(media)
  return (
    <span
      className={cn('grid place-items-center text-faint', className)}
      {...(alt && { role: 'img', 'aria-label': alt })}
    >
      <Icon className="size-6" strokeWidth={1.5} aria-hidden="true" />
    </span>
  )
}

function signOf({ type }: SourceMedia) {
  if (type === 'video') return Film
  return type === 'audio' ? AudioLines : UserRound
}
