'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { toast } from '@/components/ui/toast'
import { FAVORITES } from '@/lib/media/boards/limits'
import { boardsQuery, saveBoardMutation } from '@/lib/media/boards/queries'

/** Adds a result to the favorites, or removes it. */
export function FavoriteAction({ taskId }: { taskId: string }) {
  const { data: isFavorite = false } = useQuery({
    ...boardsQuery(),
    select: ({ items }) => items.some(({ id, task_ids }) => id === FAVORITES && task_ids.includes(taskId)),
  })
  const save = useMutation(saveBoardMutation())
  const isShown = save.isPending ? !isFavorite : isFavorite
  const toggle = () =>
    save.mutate(
      { id: FAVORITES, body: isFavorite ? { remove: [taskId] } : { add: [taskId] } },
      { onError: ({ message }) => toast.error(message) },
    )
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label="Favorite"
      title="Favorite"
      aria-pressed={isShown}
      onClick={() => save.isPending || toggle()}
    >
      <Star className={cn(isShown && 'fill-current text-brand-text')} aria-hidden="true" />
    </Button>
  )
}
