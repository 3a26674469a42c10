import { serveTasks } from '../system/worker.ts';
import { type ReadMaterial, readWork } from './read-files.ts';

serveTasks((material: ReadMaterial) => {
  const { read, check } = readWork(material);
  return { read, check };
});
