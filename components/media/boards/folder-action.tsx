'use client'

import { useQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { createContext, type ReactNode, use, useState } from 'react'
import { IconAction } from '@/components/data/icon-action'
import { whenOpened } from '@/components/ui/when-opened'
import { boardsQuery } from '@/lib/media/boards/queries'

const FoldersDialog = whenOpened(
  () => import('./folder-dialogs').then((module) => module.FoldersDialog),
  ({ taskId }) => taskId !== null,
)
export const FolderDialog = whenOpened(
  () => import('./folder-dialogs').then((module) => module.FolderDialog),
  ({ isOpen }) => isOpen,
)

const PutIntoFolders = createContext<(taskId: string) => void>(() => {})

/** The dialogs of `FolderAction`: one for all cards, as a card may leave the document. */
export function FolderActions({ children }: { children: ReactNode }) {
  const [taskId, setTaskId] = useState<string | null>(null)
  const [isNew, setNew] = useState(false)
  const { data: boards = [] } = useQuery(boardsQuery())
  const hasFolders = boards.length > 1
  const close = () => {
    setTaskId(null)
    setNew(false)
  }
  return (
    <PutIntoFolders value={setTaskId}>
      {children}
      <FoldersDialog
        taskId={hasFolders && !isNew ? taskId : null}
        onNew={() => setNew(true)}
        onClose={close}
      />
      <FolderDialog
        isOpen={taskId !== null && (isNew || !hasFolders)}
        add={taskId === null ? [] : [taskId]}
        onDone={close}
      />
    </PutIntoFolders>
  )
}

/** Puts a result into folders. */
export function FolderAction({ taskId }: { taskId: string }) {
  const put = use(PutIntoFolders)
  return <IconAction label="Folders" icon={FolderPlus} onPress={() => put(taskId)} />
}
