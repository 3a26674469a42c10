import { serveTasks } from '../system/worker.ts';
import { FileReader, type ReadMaterial } from './read-files.ts';

serveTasks((material: ReadMaterial) => ({ read: new FileReader(material).read }));
