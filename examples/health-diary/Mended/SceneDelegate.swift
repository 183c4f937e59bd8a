import UIKit

/// A diary that nobody shall read over your shoulder in the app switcher.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?

  private lazy var cover: UIView = {
    let view = UIVisualEffectView(effect: UIBlurEffect(style: .systemThickMaterial))
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    return view
  }()

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UINavigationController(rootViewController: DiaryViewController())
    window.makeKeyAndVisible()
    self.window = window
  }

  func sceneDidEnterBackground(_ scene: UIScene) {
    guard let window else { return }
    cover.frame = window.bounds
    window.addSubview(cover)
  }

  func sceneWillEnterForeground(_ scene: UIScene) {
    cover.removeFromSuperview()
  }
}

final class DiaryViewController: UITableViewController {
  private var entries: [String] = []

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Diary"
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "entry")
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { entries.count }

  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "entry", for: indexPath)
    cell.textLabel?.text = entries[indexPath.row]
    return cell
  }
}
