/** The columns that the head and the lines of the list share. */
export const modelColumns =
  'grid grid-cols-[1rem_minmax(0,1fr)] gap-x-4 lg:grid-cols-[1rem_minmax(0,1fr)_5.5rem_7rem_8.5rem]'
