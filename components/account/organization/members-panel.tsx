'use client'

import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Crown, Ellipsis, Gauge, Plus, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useHydrated } from '@/components/data/browser'
import { Loaded, MoreItems } from '@/components/data/loaded'
import { type Column, RecordTable } from '@/components/data/record-table'
import { RelativeTime } from '@/components/data/relative-time'
import { useSettled } from '@/components/data/use-settled'
import { formDialog } from '@/components/forms/form-dialog'
import { OptionSelect, useOption } from '@/components/forms/option-select'
import { ListFilters } from '@/components/forms/search-box'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel, PanelHeader } from '@/components/ui/panel'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog, MenuButton, whenOpened } from '@/components/ui/when-opened'
import {
  handOverMutation,
  membersChanged,
  membersQuery,
  organizationQuery,
  removeMemberMutation,
  updateMemberMutation,
} from '@/lib/account/organizations/queries'
import type { Member, Organization } from '@/lib/account/organizations/schema'
import { describeLimit } from './general-panel'
import { InvitationsPanel } from './invitations-panel'
import { inviteRoles, roleLabels } from './role-labels'

const LimitDialog = formDialog(() => import('./organization-dialogs').then((module) => module.LimitForm))
const InviteDialog = whenOpened(() => import('./organization-dialogs').then((module) => module.InviteDialog))

const sorts = [
  { value: 'name', label: 'By name' },
  { value: 'email', label: 'By email' },
  { value: 'role', label: 'By role' },
  { value: 'created', label: 'Oldest first' },
] as const

type Task = { kind: 'limit' | 'remove' | 'hand over'; member: Member }

/** The members, and the invitations of those who may invite. */
export function MembersPanel() {
  const { data: organization } = useQuery(organizationQuery())
  const [text, setText] = useState('')
  const sort = useOption(sorts, 'name')
  const search = useSettled(text.trim())
  const query = useInfiniteQuery(membersQuery({ search, sort: sort.value }))
  const [isInviting, setInviting] = useState(false)
  const [task, setTask] = useState<Task | null>(null)
  const isReady = useHydrated()
  const mayManage = organization?.permissions.includes('organization.manage') ?? false
  const isOwner = organization?.permissions.includes('organization.own') ?? false
  return (
    <>
      {mayManage && <InvitationsPanel />}
      <Panel>
        <PanelHeader
          title="Members"
          {...(query.data && { description: countOf(query.data.pages[0]?.total ?? 0) })}
          actions={
            mayManage && (
              <Button variant="default" size="sm" disabled={!isReady} onClick={() => setInviting(true)}>
                <Plus aria-hidden="true" />
                Invite
              </Button>
            )
          }
        />
        <ListFilters label="Search by name or email" text={text} onText={setText}>
          <OptionSelect aria-label="Order" className="w-36" {...sort} />
        </ListFilters>
        <Loaded query={query} what="members" rows={3}>
          {({ pages }) => {
            const members = pages.flatMap(({ data }) => data)
            if (members.length === 0)
              return (
                <EmptyState
                  icon={<UsersRound />}
                  title="No matching members"
                  description="Try a different search."
                />
              )
            return (
              <RecordTable
                label="Members"
                rows={members}
                columns={columnsOf({ organization, onTask: setTask })}
                keyOf={({ id }) => id}
                isFixed
                rowClassName="h-13"
              />
            )
          }}
        </Loaded>
        <MoreItems list={query} />
      </Panel>
      <InviteDialog open={isInviting} isOwner={isOwner} onDone={() => setInviting(false)} />
      <MemberTasks task={task} onDone={() => setTask(null)} />
    </>
  )
}

const countOf = (total: number) => (total === 1 ? '1 member' : `${total} members`)

type Context = { organization: Organization | undefined; onTask: (task: Task) => void }

function columnsOf({ organization, onTask }: Context): Column<Member>[] {
  const permissions = organization?.permissions ?? []
  const isOwn = ({ id }: Member) => id === organization?.member_id
  const mayChange = ({ role }: Member) =>
    permissions.includes(role === 'owner' ? 'organization.own' : 'organization.manage')
  return [
    {
      name: 'Member',
      width: 'md:w-[38%]',
      cell: (member) => (
        <>
          <span dir="auto" title={member.name} className="block truncate text-left font-medium">
            {member.name}
            {isOwn(member) && <span className="font-normal text-faint-foreground"> (you)</span>}
          </span>
          <span className="block truncate text-xs text-faint-foreground" title={member.email}>
            {member.email}
          </span>
        </>
      ),
    },
    {
      name: 'Role',
      width: 'w-36',
      cell: (member) =>
        mayChange(member) ? (
          <RoleSelect member={member} isOwner={permissions.includes('organization.own')} />
        ) : (
          roleLabels[member.role]
        ),
    },
    {
      name: 'Spend',
      shown: 'max-md:hidden',
      className: 'figures truncate text-muted-foreground',
      title: describeLimit,
      cell: describeLimit,
    },
    {
      name: 'Joined',
      numeric: true,
      width: 'w-28',
      shown: 'max-lg:hidden',
      className: 'text-muted-foreground',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      name: 'Actions',
      isNameHidden: true,
      width: 'w-14',
      cell: (member) =>
        mayChange(member) && (
          <MenuButton
            button={
              <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${member.name}`}>
                <Ellipsis aria-hidden="true" />
              </Button>
            }
            items={[
              {
                label: 'Spending limit…',
                icon: Gauge,
                onSelect: () => onTask({ kind: 'limit', member }),
              },
              ...(permissions.includes('organization.own') && !isOwn(member)
                ? [
                    {
                      label: 'Hand over ownership…',
                      icon: Crown,
                      onSelect: () => onTask({ kind: 'hand over', member }),
                    },
                  ]
                : []),
              ...(isOwn(member)
                ? []
                : [
                    {
                      label: 'Remove…',
                      icon: Trash2,
                      danger: true,
                      onSelect: () => onTask({ kind: 'remove', member }),
                    },
                  ]),
            ]}
          />
        ),
    },
  ]
}

function RoleSelect({ member, isOwner }: { member: Member; isOwner: boolean }) {
  const update = useMutation(updateMemberMutation())
  const options = inviteRoles
    .filter((role) => isOwner || role !== 'owner')
    .map((value) => ({ value, label: roleLabels[value] }))
  const change = (role: Member['role']) =>
    update.mutate(
      { id: member.id, changes: { role } },
      {
        onSuccess: () => toast.success('Role changed', { description: member.name }),
        onError: (error) => toast.error('The role could not be changed', { description: error.message }),
      },
    )
  return (
    <OptionSelect
      aria-label={`Role of ${member.name}`}
      className="w-full"
      options={options}
      value={member.role}
      onValueChange={change}
      disabled={update.isPending}
    />
  )
}

/** The windows of the members' menus. */
function MemberTasks({ task, onDone }: { task: Task | null; onDone: () => void }) {
  const client = useQueryClient()
  const update = useMutation(updateMemberMutation())
  const remove = useMutation(removeMemberMutation())
  const handOver = useMutation(handOverMutation())
  const member = task?.member
  const finish = (title: string) => ({
    onSuccess: () => {
      toast.success(title)
      void client.invalidateQueries(membersChanged)
      onDone()
    },
  })
  return (
    <>
      {member && (
        <LimitDialog
          open={task.kind === 'limit'}
          name={member.name}
          limit={member}
          onSave={(changes) => update.mutateAsync({ id: member.id, changes })}
          onDone={onDone}
        />
      )}
      <ConfirmDialog
        open={task?.kind === 'remove'}
        onOpenChange={(open) => !open && onDone()}
        title={`Remove ${member?.name ?? ''}?`}
        description="They lose access at once, and their own API keys are revoked. Keys of the organization keep working."
        confirmLabel="Remove member"
        danger
        loading={remove.isPending}
        error={remove.error?.message}
        onConfirm={() => member && remove.mutate(member.id, finish('Member removed'))}
      />
      <ConfirmDialog
        open={task?.kind === 'hand over'}
        onOpenChange={(open) => !open && onDone()}
        title={`Hand over ownership to ${member?.name ?? ''}?`}
        description="They become an owner, and you become an admin."
        confirmLabel="Hand over"
        danger
        loading={handOver.isPending}
        error={handOver.error?.message}
        onConfirm={() => member && handOver.mutate(member.id, finish('Ownership handed over'))}
      />
    </>
  )
}
