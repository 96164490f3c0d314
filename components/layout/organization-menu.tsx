'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import Link from 'next/link'
import type { ReactElement } from 'react'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { toast } from '@/components/ui/toast'
import { organizationsQuery, switchOrganizationMutation } from '@/lib/account/organizations/queries'
import { paths } from '@/lib/client/paths'

export type OrganizationMenuProps = { button: ReactElement; id: string; name: string }

/** Switches between the person's organizations. Loaded when it is opened, so it starts open. */
export function OrganizationMenu({ button, id, name }: OrganizationMenuProps) {
  const { data, error } = useQuery(organizationsQuery())
  const change = useMutation(switchOrganizationMutation())
  const enter = (next: string) =>
    change.mutate(next, {
      // Loaded anew: everything on the page belongs to the organization before.
      onSuccess: () => window.location.assign(paths.console),
      onError: ({ message }) =>
        toast.error('The organization could not be switched', { description: message }),
    })
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent className="w-64">
        <DropdownMenuLabel>Organization</DropdownMenuLabel>
        {error && <p className="px-2 py-1.5 text-sm text-destructive-text">{error.message}</p>}
        <DropdownMenuRadioGroup value={id} onValueChange={enter}>
          {(data ?? [{ id, name }]).map((organization) => (
            <DropdownMenuRadioItem key={organization.id} value={organization.id}>
              <span dir="auto" className="truncate" title={organization.name}>
                {organization.name}
              </span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href={paths.organization}>
            <Settings2 aria-hidden="true" />
            Organization settings
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
