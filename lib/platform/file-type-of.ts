import { type FileTypeResult, fileTypeFromFile } from 'file-type'

/**
 * What a file is by its bytes; undefined where they tell nothing. A file that ends within its own signature tells nothing
 * either: the detector means to say so, but in a bundle it does not know its reader's error by class.
 */
export async function fileTypeOf(path: string): Promise<FileTypeResult | undefined> {
  return fileTypeFromFile(path).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'EndOfStreamError') return undefined
    throw error
  })
}
