import { ChatSkeleton } from '@/components/layout/page-skeleton'

/** While its scripts, and then its models, are fetched. */
export function PlaygroundSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Playground</h1>
      <span className="sr-only">Loading the playground</span>
      <ChatSkeleton />
    </div>
  )
}
