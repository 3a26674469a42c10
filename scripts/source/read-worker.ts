import { doTasks } from '../system/worker.ts';
import { type ReadMaterial, readWork } from './read-files.ts';

doTasks((material: ReadMaterial) => {
  const { read, check } = readWork(material);
  return { read, check };
});
