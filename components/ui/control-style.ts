/** All text boxes. 16 px on touch screens, or iOS zooms in. */
export const controlStyle =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface text-sm text-ink transition-colors duration-100 placeholder:text-faint hover:border-control focus-visible:border-focus focus-visible:outline-1 focus-visible:-outline-offset-1 disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-line-strong aria-invalid:border-danger aria-invalid:outline-danger pointer-coarse:text-[16px]'

/** The button of a select. */
export const selectStyle = `${controlStyle} flex h-8 items-center justify-between gap-2 px-2.5 text-left data-placeholder:text-faint pointer-coarse:h-10 [&>span]:truncate`

/** Floating surfaces: menus, popovers, lists of selects. */
export const popStyle =
  'z-50 rounded-lg border border-line bg-overlay text-sm text-ink shadow-pop outline-none data-[state=open]:animate-pop-in data-[state=closed]:animate-pop-out'

/** One item of such a list. */
export const menuItemStyle =
  'relative flex min-h-7.5 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover data-disabled:pointer-events-none data-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0'
