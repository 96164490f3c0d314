/** The folder that every customer has. */
export const FAVORITES = 'favorites'
export const MAX_FOLDERS = 50
/** Images and videos in one folder. */
export const MAX_ITEMS = 500
