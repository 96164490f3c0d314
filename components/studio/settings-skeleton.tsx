import { Skeleton } from '@/components/ui/skeleton'

const tiles = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
const fields = ['a', 'b', 'c', 'd']

/** About as high as a model's settings: on phones the history stands below, and would jump when they come. */
export function SettingsSkeleton() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-5 border-t border-line pt-5">
      <Skeleton className="w-20" />
      <div className="grid grid-cols-4 gap-2">
        {tiles.map((tile) => (
          <Skeleton key={tile} className="h-14 rounded-md" />
        ))}
      </div>
      <div className="grid grid-cols-2 gap-x-3 gap-y-5">
        {fields.map((field) => (
          <Skeleton key={field} className="h-14 rounded-md" />
        ))}
      </div>
      <Skeleton className="h-14 rounded-md" />
    </div>
  )
}
