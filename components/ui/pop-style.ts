/** A surface that floats: menu, popover, list of a select. */
export const popStyle =
  'z-50 rounded-lg border border-line bg-overlay text-sm text-ink shadow-pop outline-none data-[state=open]:animate-pop-in data-[state=closed]:animate-pop-out'

/** One line in such a list. */
export const menuItemStyle =
  'relative flex min-h-7.5 cursor-default items-center gap-2 rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover data-disabled:pointer-events-none data-disabled:opacity-50 pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0'
