import { z } from 'zod'
import { clock } from './clock'
import { prisma } from './db'

/**
 * The files of the pages (scripts, styles, fonts) of recent builds: while two versions run side by side, each is asked for
 * the other's files, and a page that is open during an update keeps loading those of its own version.
 */
const PageFiles = z.array(z.object({ path: z.string(), body: z.instanceof(Buffer) }))

const BUILDS_KEPT = 5

/** Stores the files of a build, once, and deletes those that none of the last five builds has. */
export async function keepPageFiles(build: string, read: () => unknown): Promise<void> {
  if (await prisma.pageFile.findFirst({ where: { build }, select: { path: true } })) return
  const keptAt = clock.now()
  const files = PageFiles.parse(read()).map(({ path, body }) => ({
    path,
    body: Uint8Array.from(body),
    build,
    keptAt,
  }))
  const paths = files.map(({ path }) => path)
  await prisma.$transaction([
    prisma.pageFile.updateMany({ where: { path: { in: paths } }, data: { build, keptAt } }),
    // One by one, because Prisma's compiler never gives back the memory of the largest statement.
    ...files.map((data) => prisma.pageFile.createMany({ data, skipDuplicates: true })),
  ])
  const builds = await prisma.pageFile.groupBy({
    by: ['build'],
    orderBy: { _max: { keptAt: 'desc' } },
    skip: BUILDS_KEPT,
  })
  await prisma.pageFile.deleteMany({ where: { build: { in: builds.map((one) => one.build) } } })
}

/** The file as stored: scripts and styles are compressed with Brotli. */
export async function findPageFile(path: string): Promise<Uint8Array | undefined> {
  return (await prisma.pageFile.findUnique({ where: { path }, select: { body: true } }))?.body
}
