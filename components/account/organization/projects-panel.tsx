'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { FolderKanban } from 'lucide-react'
import { KeyRates, Spend } from '@/components/account/api-keys/key-cells'
import { EditablePanel } from '@/components/forms/editable-panel'
import { formDialog } from '@/components/forms/form-dialog'
import { RowActions } from '@/components/ui/confirm-button'
import { EmptyState } from '@/components/ui/empty-state'
import { deleteProjectMutation, projectsQuery } from '@/lib/account/projects/queries'
import type { Project } from '@/lib/account/projects/schema'
import { formatNumber } from '@/lib/client/format/number'

const ProjectDialog = formDialog(() => import('./project-dialog').then((module) => module.ProjectForm), {
  className: 'sm:max-w-xl',
})

/** The projects, what each has spent, and its limits. */
export function ProjectsPanel({ canManage }: { canManage: boolean }) {
  return (
    <EditablePanel
      title="Projects"
      description="Group API keys under limits that hold for all of them together."
      noun="project"
      query={useQuery(projectsQuery())}
      skeletonRows={2}
      mayEdit={canManage}
      empty={
        <EmptyState
          icon={<FolderKanban />}
          title="No projects yet"
          description="A project limits what its API keys may spend and use. Choose a key’s project in the key’s settings."
        />
      }
      Dialog={ProjectDialog}
    >
      {(project, onEdit) => <ProjectRow project={project} onEdit={onEdit} />}
    </EditablePanel>
  )
}

type ProjectRowProps = { project: Project; onEdit: (() => void) | undefined }

function ProjectRow({ project, onEdit }: ProjectRowProps) {
  const { id, name, key_count: count, allowed_models: models, timezone, limit_reset: reset } = project
  const remove = useMutation(deleteProjectMutation())
  const facts = [
    count === 1 ? '1 key' : `${formatNumber(count)} keys`,
    models === null ? 'all models' : models.length === 1 ? models[0] : `${models.length} models`,
    reset !== null && timezone,
  ]
  return (
    <div className="grid items-center gap-x-6 gap-y-3 p-4 sm:grid-cols-[minmax(0,1fr)_11rem_9rem_auto]">
      <div className="min-w-0">
        <p dir="auto" className="truncate font-medium" title={name}>
          {name}
        </p>
        <p className="truncate text-xs text-faint-foreground" title={models?.join('\n')}>
          {facts.filter(Boolean).join(', ')}
        </p>
      </div>
      <Spend record={project} total={project.used_usd} />
      <div className="figures text-sm">
        <KeyRates apiKey={project} none="No request limit" />
      </div>
      {onEdit && (
        <RowActions
          name={name}
          onEdit={onEdit}
          title="Delete this project?"
          description="A project with API keys cannot be deleted. Past usage stays."
          confirmLabel="Delete project"
          change={remove}
          variables={id}
          done="Project deleted"
        />
      )}
    </div>
  )
}
