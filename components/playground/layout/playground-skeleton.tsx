import { Skeleton } from '@/components/ui/skeleton'

/** The shape of the page while the browser's archive and the list of models are read. */
export function PlaygroundSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">Playground</h1>
      <span className="sr-only">Loading the playground</span>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <Skeleton className="size-4" />
        <Skeleton className="h-3.5 w-40" />
        <Skeleton className="ml-auto h-3.5 w-24" />
      </div>
      <div className="flex h-11 shrink-0 items-center gap-3 border-b border-line px-4">
        <Skeleton className="h-3.5 w-32" />
        <Skeleton className="h-3 w-24" />
      </div>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col justify-end gap-3 px-6 pb-6">
        <Skeleton className="h-24 w-full rounded-xl" />
      </div>
    </div>
  )
}
