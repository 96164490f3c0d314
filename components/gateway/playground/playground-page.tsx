'use client'

import { usePrefetchQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { PlaygroundSkeleton } from '@/components/layout/page-skeleton'
import { modelListQuery } from '@/lib/catalog/models/queries'
import type { Owner } from './store/archive'

// Rendered in the browser only, because conversations are stored there. The models load in parallel.
const Playground = dynamic(() => import('./playground').then((module) => module.Playground), {
  ssr: false,
  loading: PlaygroundSkeleton,
})

export function PlaygroundPage({ owner }: { owner: Owner }) {
  usePrefetchQuery(modelListQuery())
  return (
    <div className="flex h-[calc(100dvh-var(--shell-bar))] min-w-0 flex-col overflow-hidden">
      <Playground owner={owner} />
    </div>
  )
}
