#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// From now on the calling thread gets a smaller share of the processor than the other threads of this process, for as long as there
/// are more of them than cores.
///
/// It is a request; where the system refuses it, nothing changes but how long the others take.
package func letOtherThreadsFirst() {
  #if canImport(Darwin)
    pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
  #else
    #if canImport(Glibc)
      let kind = __priority_which_t(PRIO_PROCESS.rawValue)
    #else
      let kind = PRIO_PROCESS
    #endif
    // On Linux the nice value belongs to a thread, and 0 is the calling one (setpriority(2), "C library/kernel differences"). A third
    // of the usual share: enough for others to go first, and not so little that it would starve beside other programs.
    setpriority(kind, 0, 5)
  #endif
}
