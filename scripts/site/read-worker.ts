import { serveTasks } from '../system/worker.ts';
import { openFileReader, type ReadMaterial } from './read-files.ts';

serveTasks(async (material: ReadMaterial) => ({ read: (await openFileReader(material)).read }));
