import { serveTasks } from '../system/worker.ts';
import { readWork } from './read-files.ts';

serveTasks(readWork);
