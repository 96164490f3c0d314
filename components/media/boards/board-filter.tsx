'use client'

import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FolderPlus, ListChecks, Pencil, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { OptionSelect } from '@/components/forms/option-select'
import { useMay } from '@/components/layout/permissions'
import { DeleteDialog } from '@/components/media/studio/delete-dialog'
import { Button } from '@/components/ui/button'
import { MenuButton, whenOpened } from '@/components/ui/when-opened'
import { FAVORITES } from '@/lib/media/boards/limits'
import { boardsQuery, deleteBoardMutation } from '@/lib/media/boards/queries'
import { FolderDialog } from './folder-action'
import { useSelecting } from './selection'

const ShareDialog = whenOpened(
  () => import('@/components/media/shares/share-result').then((module) => module.ShareDialog),
  ({ results }) => results !== null,
)

type BoardFilterProps = {
  /** `all`, or the folder whose results are shown. */
  board: string
  onBoard: (board: string) => void
}

type Action = 'new' | 'rename' | 'share' | 'delete'

/** Shows the favorites or a folder, and what can be done with folders. */
export function BoardFilter({ board, onBoard }: BoardFilterProps) {
  const may = useMay()
  const { data: boards = [] } = useQuery(boardsQuery())
  const [action, setAction] = useState<Action | null>(null)
  const shown = boards.find(({ id }) => id === board)
  const folder = board === FAVORITES ? undefined : shown
  const close = () => setAction(null)
  const select = useSelecting()
  const items = [
    { label: 'New folder', icon: FolderPlus, onSelect: () => setAction('new') },
    { label: 'Select results', icon: ListChecks, onSelect: select },
    ...(shown ? [{ label: 'Share', icon: Share2, onSelect: () => setAction('share') }] : []),
    ...(folder ? [{ label: 'Rename', icon: Pencil, onSelect: () => setAction('rename') }] : []),
    ...(folder
      ? [{ label: 'Delete folder', icon: Trash2, danger: true, onSelect: () => setAction('delete') }]
      : []),
  ]
  return (
    <div className="flex items-center gap-1">
      <OptionSelect
        aria-label="Folder"
        className="w-36 [&>span]:truncate"
        options={[
          { value: 'all', label: 'All results' },
          { value: FAVORITES, label: 'Favorites' },
          ...boards.filter(({ id }) => id !== FAVORITES).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={board}
        onValueChange={onBoard}
      />
      {may('models.use') && (
        <MenuButton
          items={items}
          button={
            <Button variant="ghost" size="icon" aria-label="Folder actions">
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        />
      )}
      <FolderDialog
        isOpen={action === 'new' || action === 'rename'}
        folder={action === 'rename' ? folder : undefined}
        onDone={(saved) => {
          close()
          if (saved) onBoard(saved.id)
        }}
      />
      <ShareDialog
        results={action === 'share' && shown ? { title: shown.name, task_ids: shown.task_ids } : null}
        onClose={close}
      />
      <DeleteDialog
        id={action === 'delete' ? folder?.id : undefined}
        mutation={deleteBoardMutation()}
        title={`Delete the folder ${folder?.name}?`}
        description="Its images and videos are kept."
        onClose={close}
        onDeleted={() => onBoard('all')}
      />
    </div>
  )
}
