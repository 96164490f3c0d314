'use client'

import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { Panel } from '@/components/ui/panel'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/lib/client/paths'
import { Logo } from './brand'
import { usePendingPath } from './navigation'
import { Page } from './page'

/** How long the previous page stays. Most pages have loaded by then, and a skeleton would only flicker. */
const SKELETON_DELAY_MILLIS = 90

const isConsole = (path: string) => path.startsWith(paths.console)

/**
 * The page, or the skeleton of the next one. Not Next's `loading.tsx`: with that, a missing page answers 200, and without
 * JavaScript only the skeleton is shown.
 */
export function PendingPage({ children }: { children: ReactNode }) {
  const pathname = usePathname()
  const path = usePendingPath(SKELETON_DELAY_MILLIS)
  const isElsewhere = path !== null && path !== pathname
  const staysHere = isElsewhere && isConsole(path) === isConsole(pathname)
  const shape = staysHere ? skeletonOf(path) : null
  return (
    <>
      {isElsewhere && !staysHere && isConsole(path) && <ConsoleSkeleton path={path} />}
      {shape && <PageSkeleton shape={shape} />}
      <div className="contents" hidden={shape !== null}>
        {children}
      </div>
    </>
  )
}

type Shape = 'chat' | 'studio' | 'figures' | 'cards' | 'rows' | 'public-list' | 'public-text'

/** The shape of a page by the beginning of its path; the first match wins. */
const shapes: readonly (readonly [string, Shape])[] = [
  [paths.playground, 'chat'],
  [paths.images, 'studio'],
  [paths.videos, 'studio'],
  [paths.audio, 'studio'],
  [paths.usage, 'figures'],
  [paths.consoleRankings, 'figures'],
  [paths.portraits, 'cards'],
  [paths.settings, 'cards'],
  [`${paths.admin}/`, 'rows'],
  [paths.admin, 'figures'],
  [`${paths.console}/`, 'rows'],
  [paths.console, 'figures'],
  [paths.models, 'public-list'],
  ['/explore/', 'public-list'],
  [paths.docs, 'public-text'],
  [paths.pricing, 'public-text'],
]

function skeletonOf(path: string): Shape | null {
  if (path === paths.home) return 'public-text'
  return shapes.find(([start]) => path.startsWith(start))?.[1] ?? null
}

/** A placeholder for a page that is loading. */
function PageSkeleton({ shape }: { shape: Shape }) {
  return (
    <div role="status">
      <span className="sr-only">Loading the page</span>
      {drawings[shape]}
    </div>
  )
}

/** The console's frame over a public page, from which a link leads there. */
function ConsoleSkeleton({ path }: { path: string }) {
  return (
    <div className="fixed inset-0 z-40 overflow-hidden bg-background">
      <div className="flex h-(--shell-bar) items-center border-b border-border px-4 md:px-5">
        <Logo />
        <Skeleton className="ml-auto h-7 w-44 rounded-md" />
      </div>
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)]">
        <div className="hidden flex-col gap-3.5 p-5 md:flex">
          {repeat(16, (key) => (
            <Skeleton key={key} className="w-28 odd:w-24" />
          ))}
        </div>
        <div className="min-h-dvh border-border md:border-l">
          <PageSkeleton shape={skeletonOf(path) ?? 'rows'} />
        </div>
      </div>
    </div>
  )
}

function ChatSkeleton() {
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-border px-4">
        <Skeleton className="size-4" />
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="ml-auto h-3.5 w-24" />
      </div>
      <div className="flex h-11 shrink-0 items-center gap-3 border-b border-border px-4">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-24" />
      </div>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 px-6 pb-6">
        <Skeleton className="h-24 w-full rounded-xl" />
      </div>
    </div>
  )
}

const repeat = (count: number, draw: (key: string) => ReactNode) =>
  Array.from({ length: count }, (_, index) => draw(`place-${index}`))

const title = (
  <div className="flex h-7 items-center justify-between">
    <Skeleton className="h-5 w-36" />
    <Skeleton className="h-7 w-24 rounded-md" />
  </div>
)

const lines = (count: number) => (
  <div className="divide-y divide-border">
    {repeat(count, (key) => (
      <div key={key} className="flex h-12 items-center gap-6 px-4">
        <Skeleton className="w-1/4" />
        <Skeleton className="w-20 max-sm:hidden" />
        <Skeleton className="ml-auto w-14" />
      </div>
    ))}
  </div>
)

const rows = (count: number) => <Panel>{lines(count)}</Panel>

const tiles = (className: string, count: number) => (
  <div className={`grid gap-4 ${className}`}>
    {repeat(count, (key) => (
      <Skeleton key={key} className="aspect-video h-auto rounded-md" />
    ))}
  </div>
)

const introduction = (
  <div className="flex flex-col gap-4 px-5 pt-10 pb-8 sm:px-8 lg:pt-14 lg:pb-10">
    <Skeleton className="h-9 w-64 max-w-full" />
    <Skeleton className="w-96 max-w-full" />
  </div>
)

const drawings: Readonly<Record<Shape, ReactNode>> = {
  chat: (
    <div className="flex h-[calc(100dvh-var(--shell-bar))] flex-col">
      <ChatSkeleton />
    </div>
  ),
  studio: (
    <div className="grid lg:grid-cols-[23rem_minmax(0,1fr)]">
      <div className="flex flex-col gap-5 border-border p-4 max-lg:border-b sm:p-5 lg:h-[calc(100dvh-var(--shell-bar))] lg:border-r">
        <Skeleton className="h-8 w-full rounded-md" />
        <Skeleton className="h-28 w-full rounded-md" />
        <Skeleton className="h-8 w-full rounded-md" />
        <Skeleton className="mt-auto h-9 w-28 self-end rounded-md" />
      </div>
      <div className="p-4 sm:p-5">{tiles('sm:grid-cols-2', 4)}</div>
    </div>
  ),
  figures: (
    <Page>
      {title}
      <Panel className="p-4">
        <Skeleton className="mb-4 h-6 w-32" />
        <Skeleton className="h-36 w-full" />
      </Panel>
      <Panel className="grid grid-cols-2 gap-6 p-4 lg:grid-cols-5">
        {repeat(5, (key) => (
          <Skeleton key={key} className="my-4 w-24" />
        ))}
      </Panel>
      {rows(5)}
    </Page>
  ),
  cards: (
    <Page>
      {title}
      {tiles('sm:grid-cols-2 lg:grid-cols-3', 6)}
    </Page>
  ),
  rows: (
    <Page>
      {title}
      {rows(8)}
    </Page>
  ),
  'public-list': (
    <>
      {introduction}
      <div className="border-t border-border">{lines(10)}</div>
    </>
  ),
  'public-text': (
    <>
      {introduction}
      <div className="flex flex-col gap-4 border-t border-border px-5 py-8 sm:px-8">
        {repeat(8, (key) => (
          <Skeleton key={key} className="w-full max-w-2xl even:max-w-xl" />
        ))}
      </div>
    </>
  ),
}

/** While the scripts, the models and the stored conversations load. */
export function PlaygroundSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Playground</h1>
      <span className="sr-only">Loading the playground</span>
      <ChatSkeleton />
    </div>
  )
}
